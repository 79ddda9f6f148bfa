//! The report as Markdown, for repositories and editors that show it.

use super::{Drawing, Section};
use crate::findings::Verdict;
use report::Table;

/// The page.
pub(super) fn page(sections: &[Section]) -> String {
    let mut text = String::from(
        "# Plywood: report\n\n| experiment | published figures and claims |\n|---|---|\n",
    );
    for section in sections {
        let count = |(verdict, count): &(Verdict, usize)| format!("{count} {}", verdict.text());
        let counts = section.counts.iter().map(count).collect::<Vec<_>>().join(", ");
        text += &format!("| {} | {counts} |\n", cell(&section.title));
    }
    for section in sections {
        text += &self::section(section);
    }
    text
}

fn section(section: &Section) -> String {
    let mut text = format!("\n## {}\n\n{}\n", section.title, section.question);
    if !section.sentences.is_empty() {
        text += &format!("\n{}\n", section.sentences.join(" "));
    }
    if !section.findings.is_empty() {
        text += &format!("\n### Published and ours\n\n{}\n\n", section.source);
        text += "| what | published | ours | verdict |\n|---|---|---|---|\n";
        for row in &section.findings {
            let cells = [&row.what, &row.published, &row.ours, &row.text].map(|text| cell(text));
            text += &format!("| {} |\n", cells.join(" | "));
        }
    }
    text += &drawings("Figures", section, &section.figures);
    for (title, table) in &section.tables {
        text += &self::table(title, table);
    }
    text += &drawings("Pictures", section, &section.pictures);
    for (name, config) in &section.configurations {
        text += &format!("\n### Configuration: {name}\n\n```toml\n{}\n```\n", config.trim_end());
    }
    text += &format!("\n{}\n", section.made);
    text
}

fn table(title: &str, table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = format!("\n### {title}\n\n");
    text += &line(table.header().iter().map(|name| cell(name)).collect());
    text += &line(table.header().iter().map(|_| "---".to_owned()).collect());
    for row in table.texts() {
        text += &line(row.iter().map(|text| cell(text)).collect());
    }
    text
}

fn drawings(heading: &str, section: &Section, drawings: &[Drawing]) -> String {
    if drawings.is_empty() {
        return String::new();
    }
    let image = |drawing: &Drawing| {
        format!("\n![{}]({}/{})\n", cell(&drawing.title), section.name, drawing.file)
    };
    format!("\n### {heading}\n{}", drawings.iter().map(image).collect::<String>())
}

/// Text for a cell of a table.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('*', "\\*").replace('\n', " ")
}
