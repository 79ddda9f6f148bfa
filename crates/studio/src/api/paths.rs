//! Paths: maps to read or to generate, and searches on them with the order of their expansions.

use super::games::{Body, blocking};
use super::{ApiError, App};
use axum::Json;
use axum::extract::State;
use pathfinding::formats::{self, Format, Puzzle};
use pathfinding::map::generate;
use pathfinding::program::{AnswerRow, answer};
use pathfinding::{Algorithm, Cell, Heuristic, Map, Movement, Query, SearchConfig, Terrain, Watch};
use rust_embed::RustEmbed;
use search::StopFlag;
use serde::{Deserialize, Serialize};

/// The maps of the labs.
#[derive(RustEmbed)]
#[folder = "maps"]
struct LabMaps;

/// What can be chosen.
#[derive(Serialize)]
pub(super) struct Choices {
    algorithms: Vec<AlgorithmRow>,
    heuristics: Vec<&'static str>,
    maps: Vec<NamedMap>,
}

#[derive(Serialize)]
struct AlgorithmRow {
    name: &'static str,
    /// Whether it can search with a supply.
    supply: bool,
    /// Whether it can search with eight neighbours.
    eight: bool,
}

#[derive(Serialize)]
struct NamedMap {
    name: String,
    text: String,
}

/// A map as a drawing: `.` free, `#` wall, `+` station, `S` start, `G` goal, one string per row.
#[derive(Serialize)]
pub(super) struct MapRow {
    rows: Vec<String>,
    supply: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRequest {
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GenerateRequest {
    kind: MapKind,
    rows: u32,
    columns: u32,
    seed: u64,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MapKind {
    Random,
    Maze,
    Rooms,
    Supply,
}

/// A query on a drawn map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PathRequest {
    rows: Vec<String>,
    supply: Option<u32>,
    #[serde(default)]
    movement: Movement,
    algorithm: Algorithm,
    #[serde(default)]
    heuristic: Heuristic,
}

/// The answer: the row of `pathfinding solve --json`, and what to draw.
#[derive(Serialize)]
pub(super) struct PathRow {
    algorithm: Algorithm,
    heuristic: Heuristic,
    #[serde(flatten)]
    answer: AnswerRow,
    /// The cells of the path, from the start: row times columns plus column.
    cells: Vec<u32>,
    /// The cells in the order of their expansion, as far as they are shown.
    order: Vec<u32>,
    /// Why the search gave up, if it did.
    gave_up: Option<String>,
}

pub(super) async fn choices() -> Json<Choices> {
    let algorithm = |algorithm: Algorithm| AlgorithmRow {
        name: algorithm.name(),
        supply: algorithm.knows_supply(),
        eight: algorithm.knows(Movement::Eight),
    };
    let map = |name: &str| {
        let file = LabMaps::get(name)?;
        let text = String::from_utf8(file.data.into_owned()).ok()?;
        Some(NamedMap { name: name.trim_end_matches(".txt").to_owned(), text })
    };
    Json(Choices {
        algorithms: Algorithm::ALL.map(algorithm).into(),
        heuristics: Heuristic::ALL.map(Heuristic::name).into(),
        maps: LabMaps::iter().filter_map(|name| map(&name)).collect(),
    })
}

/// Reads a map in any text format.
pub(super) async fn read(
    State(app): State<App>,
    body: Body<ReadRequest>,
) -> Result<Json<MapRow>, ApiError> {
    let Json(request) = body?;
    let puzzle = formats::parse(&request.text, Format::Auto)
        .map_err(|error| ApiError::input("map", &error.to_string()))?;
    app.check_size(puzzle.map.rows(), puzzle.map.columns())?;
    Ok(Json(drawn(&puzzle)))
}

/// Makes a map.
pub(super) async fn generate(
    State(app): State<App>,
    body: Body<GenerateRequest>,
) -> Result<Json<MapRow>, ApiError> {
    let Json(GenerateRequest { kind, rows, columns, seed }) = body?;
    app.check_size(rows, columns)?;
    if rows < 4 || columns < 4 {
        return Err(ApiError::input("map", "allowed: at least 4 rows and 4 columns"));
    }
    let corners = |map: Map| {
        let free = |cell: &Cell| map.connected(*cell, *cell);
        let start = map.cells().find(free);
        let reached = |cell: &Cell| start.is_some_and(|start| map.connected(start, *cell));
        let goal = map.cells().filter(reached).last();
        Puzzle { start, goal, supply: None, map }
    };
    let puzzle = match kind {
        MapKind::Random => corners(generate::random(rows, columns, 0.28, seed)),
        MapKind::Maze => corners(generate::maze(rows, columns, seed)),
        MapKind::Rooms => corners(generate::rooms(rows, columns, 6, seed)),
        MapKind::Supply => {
            let stations = (rows * columns / 40).max(1);
            let made = generate::supply(rows, columns, 0.2, stations, seed);
            let supply = Some((rows + columns) / 3);
            Puzzle { map: made.map, start: Some(made.start), goal: Some(made.goal), supply }
        }
    };
    Ok(Json(drawn(&puzzle)))
}

/// Searches for a path.
pub(super) async fn search(
    State(app): State<App>,
    body: Body<PathRequest>,
) -> Result<Json<PathRow>, ApiError> {
    let Json(request) = body?;
    let (rows, columns) = (request.rows.len(), request.rows.first().map_or(0, String::len));
    app.check_size(rows as u32, columns as u32)?;
    let permit = app.searches.clone().acquire_owned().await.map_err(|_| ApiError::internal())?;
    let row = blocking(move || {
        let found = request.run(&app);
        drop(permit);
        found
    });
    Ok(Json(row.await?))
}

impl PathRequest {
    fn run(&self, app: &App) -> Result<PathRow, ApiError> {
        let input = |error: &dyn ToString| ApiError::input("map", &error.to_string());
        let puzzle = formats::parse(&self.rows.join("\n"), Format::Drawing)
            .map_err(|error| input(&error))?;
        let (Some(from), Some(to)) = (puzzle.start, puzzle.goal) else {
            return Err(ApiError::input(
                "map",
                "found no start or no goal, allowed: one S and one G",
            ));
        };
        let limits = &app.settings.paths;
        let config = SearchConfig {
            algorithm: self.algorithm,
            heuristic: self.heuristic,
            max_expansions: limits.expansions as u64,
            max_states: u32::try_from(limits.expansions).unwrap_or(u32::MAX),
            table_entries: 1 << 16,
        };
        let query = Query { from, to, supply: self.supply, movement: self.movement };
        let columns = puzzle.map.columns();
        let mut order = Order { columns, shown: limits.shown, cells: Vec::new() };
        let answer = answer(&puzzle.map, &query, &config, &StopFlag::new(), &mut order)
            .map_err(|error| ApiError::input("search", &error.to_string()))?;
        let mut at = from;
        let mut cells = vec![order.index(at)];
        for direction in answer.path.iter().flat_map(|path| path.split_inclusive(|_| true)) {
            let step = direction.chars().next().and_then(pathfinding::Direction::from_letter);
            at = step.map_or(at, |step| at.beside(step));
            cells.push(order.index(at));
        }
        if answer.path.is_none() {
            cells.clear();
        }
        Ok(PathRow {
            algorithm: self.algorithm,
            heuristic: self.heuristic.on(self.movement),
            cells,
            order: order.cells,
            gave_up: answer.gave_up(&config),
            answer: answer.row(),
        })
    }
}

/// The expansions in their order, up to a limit.
struct Order {
    columns: u32,
    shown: usize,
    cells: Vec<u32>,
}

impl Order {
    fn index(&self, cell: Cell) -> u32 {
        cell.row * self.columns + cell.column
    }
}

impl Watch for Order {
    fn expanded(&mut self, cell: Cell) {
        if self.cells.len() < self.shown {
            self.cells.push(self.index(cell));
        }
    }
}

fn drawn(puzzle: &Puzzle) -> MapRow {
    let map = &puzzle.map;
    let symbol = |cell: Cell| match map.terrain(cell) {
        _ if Some(cell) == puzzle.start => 'S',
        _ if Some(cell) == puzzle.goal => 'G',
        Terrain::Wall => '#',
        Terrain::Station => '+',
        Terrain::Floor => '.',
    };
    let row = |row| (0..map.columns()).map(|column| symbol(Cell { row, column })).collect();
    MapRow { rows: (0..map.rows()).map(row).collect(), supply: puzzle.supply }
}

impl App {
    fn check_size(&self, rows: u32, columns: u32) -> Result<(), ApiError> {
        let most = self.settings.paths.cells as u64;
        if u64::from(rows) * u64::from(columns) <= most && rows.max(columns) <= Map::MAX_SIDE {
            return Ok(());
        }
        let problem =
            format!("found {rows} rows of {columns} cells, allowed: at most {most} cells");
        Err(ApiError::input("map", &problem))
    }
}
