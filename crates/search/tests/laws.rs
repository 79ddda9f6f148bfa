//! The proof games obey the laws, and games that are wrong on purpose are caught.

use proof_games::connect_four::{CentreFirst, ConnectFour};
use proof_games::mancala::Mancala;
use proof_games::nim::Nim;
use proof_games::planted::Planted;
use proof_games::reversi::{FewestReplies, Reversi};
use proof_games::ring::{Repetition, Ring};
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::tic_tac_toe::TicTacToe;
use search::hooks::Candidates;
use search::{
    Game, Hooks, NoHooks, Notation, NotationError, Outcome, ShallowCheck, Side, StandPat,
    hook_law_tests, law_tests, laws,
};

const SHAPE: Shape = Shape { seed: 3, min_moves: 1, max_moves: 30, length: 40, ends: 2 };

law_tests!(tic_tac_toe_obeys, TicTacToe::new());
law_tests!(connect_four_obeys, ConnectFour::<7, 6>::new());
law_tests!(connect_four_on_a_small_board_obeys, ConnectFour::<4, 4>::new());
law_tests!(reversi_obeys, Reversi::new());
law_tests!(nim_obeys, Nim::new(&[3, 60, 7]));
law_tests!(nim_with_four_hundred_moves_obeys, Nim::new(&[400]));
law_tests!(mancala_obeys, Mancala::new(4));
law_tests!(ring_obeys, Ring::new(5, 11));
law_tests!(a_tree_with_turns_obeys, Synthetic::<true>::new(SHAPE));
law_tests!(a_tree_without_turns_obeys, Synthetic::<false>::new(SHAPE));
law_tests!(a_planted_tree_obeys, Planted::new(1, 20, 9, 4));
law_tests!(a_game_without_notation_obeys, crate::Heap::<NONE>::new(), rules only);
hook_law_tests!(no_hooks_obey, Reversi::new(), NoHooks);
hook_law_tests!(fewest_replies_obey, Reversi::new(), FewestReplies);
hook_law_tests!(centre_first_obeys, ConnectFour::<7, 6>::new(), CentreFirst);
hook_law_tests!(repetition_obeys, Ring::new(5, 11), Repetition { occurrences: 2 });
hook_law_tests!(hooks_without_a_trap_obey, Heap::<NONE>::new(), crate::Trapped::<NONE>);

/// What is wrong with a [`Heap`].
type Fault = u8;
const NONE: Fault = 0;
const UNDO_FORGETS_THE_SIDE: Fault = 1;
const UNDO_FORGETS_THE_KEY: Fault = 2;
const KEY_DRIFTS: Fault = 3;
const KEY_IGNORES_THE_STONES: Fault = 4;
const CODES_CLASH: Fault = 5;
const CODES_TOO_LARGE: Fault = 6;
const EXPAND_FORGETS_A_MOVE: Fault = 7;
const EXPAND_MISSES_THE_END: Fault = 8;
const LISTING_CLEARS: Fault = 9;
const COUNT_IS_ONE_OFF: Fault = 10;
const LEGAL_TAKES_ALL: Fault = 11;
const LEGAL_TAKES_NONE: Fault = 12;
const DECODE_TAKES_ALL: Fault = 13;
const DECODE_MIXES_UP: Fault = 14;
const SIDE_STAYS: Fault = 15;
const NO_END: Fault = 16;
const TEXT_LOSES_THE_SIDE: Fault = 17;
const MOVE_TEXT_CLASHES: Fault = 18;
const READING_PANICS: Fault = 19;
const MOVE_IS_NOT_CHECKED: Fault = 20;

/// Take one to three of forty stones; the player who takes the last one wins. Wrong in one respect.
#[derive(Clone, Debug, PartialEq)]
struct Heap<const FAULT: Fault> {
    stones: u8,
    side: Side,
    key: u64,
}

impl<const FAULT: Fault> Heap<FAULT> {
    fn new() -> Self {
        let mut heap = Heap { stones: 40, side: Side::First, key: 0 };
        heap.key = heap.key_from_scratch();
        heap
    }

    fn list(&self) -> Vec<u8> {
        (1..=self.stones.min(3)).collect()
    }
}

impl<const FAULT: Fault> Game for Heap<FAULT> {
    type Move = u8;
    type Undo = u64;
    const MOVE_CODES: usize = if FAULT == CODES_TOO_LARGE { 3 } else { 4 };
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0 && FAULT != NO_END).then_some(Outcome::Win(!self.side))
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        if FAULT == LISTING_CLEARS {
            moves.clear();
        }
        moves.extend(self.list());
    }

    fn expand(&self, moves: &mut Vec<u8>) -> Option<Outcome> {
        moves.extend(self.list());
        if FAULT == EXPAND_FORGETS_A_MOVE && self.stones == 20 {
            moves.pop();
        }
        self.outcome().filter(|_| FAULT != EXPAND_MISSES_THE_END)
    }

    fn count_moves(&self) -> usize {
        self.list().len() + usize::from(FAULT == COUNT_IS_ONE_OFF && self.stones == 1)
    }

    fn is_legal(&self, take: u8) -> bool {
        match FAULT {
            LEGAL_TAKES_ALL => true,
            LEGAL_TAKES_NONE => false,
            _ => self.list().contains(&take),
        }
    }

    fn play(&mut self, take: u8) -> u64 {
        let before = self.key;
        self.stones -= take;
        if FAULT != SIDE_STAYS || self.stones != 9 {
            self.side = !self.side;
        }
        if FAULT != KEY_DRIFTS || self.stones != 5 {
            self.key = self.key_from_scratch();
        }
        before
    }

    fn undo(&mut self, take: u8, before: u64) {
        self.stones += take;
        if FAULT != UNDO_FORGETS_THE_SIDE && (FAULT != SIDE_STAYS || self.stones != 9 + take) {
            self.side = !self.side;
        }
        if FAULT != UNDO_FORGETS_THE_KEY {
            self.key = before;
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let place = u64::from(self.stones) << 1 | self.side.index() as u64;
        match FAULT {
            KEY_IGNORES_THE_STONES => search::rng::mix(self.side.index() as u64 / 2),
            _ => search::rng::mix(place),
        }
    }

    fn code(take: u8) -> u16 {
        if FAULT == CODES_CLASH { 1 } else { u16::from(take) }
    }

    fn decode(&self, code: u16) -> Option<u8> {
        let take = code as u8;
        match FAULT {
            DECODE_TAKES_ALL => Some(take),
            DECODE_MIXES_UP => self.list().contains(&take).then_some(1),
            _ => self.list().contains(&take).then_some(take),
        }
    }
}

impl<const FAULT: Fault> Notation for Heap<FAULT> {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let refused = || NotationError::new("heap", text, "up to 40 stones and a side");
        if FAULT == READING_PANICS {
            assert!(!text.is_empty(), "no text");
        }
        let side = if text.ends_with('O') { Side::Second } else { Side::First };
        let stones = text.trim_end_matches(['X', 'O']).parse().map_err(|_| refused())?;
        let mut heap = Heap { stones, side, key: 0 };
        heap.key = heap.key_from_scratch();
        if stones > 40 { Err(refused()) } else { Ok(heap) }
    }

    fn position_text(&self) -> String {
        let second = self.side == Side::Second && FAULT != TEXT_LOSES_THE_SIDE;
        format!("{}{}", self.stones, if second { 'O' } else { 'X' })
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        let take = text.parse().ok();
        take.filter(|take| FAULT == MOVE_IS_NOT_CHECKED || self.list().contains(take))
            .ok_or_else(|| NotationError::new("move", text, "1 to 3"))
    }

    fn move_text(&self, take: u8) -> String {
        if FAULT == MOVE_TEXT_CLASHES { "1".into() } else { take.to_string() }
    }
}

/// A test that a fault is caught, by the right law and with the right words.
macro_rules! caught {
    ($($name:ident: $fault:ident, $check:ident, $law:literal, $words:literal;)+) => { $(
        #[test]
        fn $name() {
            let heap = Heap::<$fault>::new();
            let caught = std::panic::catch_unwind(|| laws::$check(&heap, 20, 1)).unwrap_err();
            let message = caught.downcast::<String>().unwrap();
            assert!(message.starts_with(concat!("law broken: ", $law, "\n")), "{message}");
            assert!(message.contains($words), "{message}");
            assert!(message.contains("of seed 1"), "{message}");
        }
    )+ };
}

caught! {
    an_undo_that_forgets_the_side_is_caught:
        UNDO_FORGETS_THE_SIDE, check, "undo restores the position", "was played and taken back";
    an_undo_that_forgets_the_key_is_caught:
        UNDO_FORGETS_THE_KEY, check, "undo restores the position", "was played and taken back";
    a_key_that_is_not_kept_along_is_caught:
        KEY_DRIFTS, check, "the key belongs to the position", "key() and key_from_scratch() differ";
    a_key_that_ignores_the_position_is_caught:
        KEY_IGNORES_THE_STONES, check, "the key belongs to the position", "did not change the key";
    codes_that_clash_are_caught:
        CODES_CLASH, check, "codes tell moves apart", "1 and 2 both have code 1";
    codes_beyond_the_limit_are_caught:
        CODES_TOO_LARGE, check, "codes tell moves apart", "not below MOVE_CODES = 3";
    an_expansion_that_forgets_a_move_is_caught:
        EXPAND_FORGETS_A_MOVE, all_ways_to_list_moves_agree, "all ways to list moves agree",
        "expand() and legal_moves() differ: [1, 2], [1, 2, 3]";
    an_expansion_that_misses_the_end_is_caught:
        EXPAND_MISSES_THE_END, all_ways_to_list_moves_agree, "all ways to list moves agree",
        "expand() and outcome() differ";
    a_finished_game_that_can_be_expanded_is_caught:
        EXPAND_MISSES_THE_END, a_game_ends_when_nothing_can_be_played,
        "a game ends when nothing can be played", "but expand() gave None";
    a_list_that_is_not_appended_to_is_caught:
        LISTING_CLEARS, check, "all ways to list moves agree", "changed what the vector held";
    a_wrong_count_is_caught:
        COUNT_IS_ONE_OFF, check, "all ways to list moves agree",
        "count_moves() and the list differ: 2, 1";
    a_foreign_move_taken_for_legal_is_caught:
        LEGAL_TAKES_ALL, check, "only listed moves are legal", "but is_legal() takes it";
    a_legal_move_that_is_refused_is_caught:
        LEGAL_TAKES_NONE, check, "only listed moves are legal", "but is_legal() refuses it";
    a_code_decoded_to_an_illegal_move_is_caught:
        DECODE_TAKES_ALL, check, "decoded moves are legal", "which is not legal";
    a_code_decoded_to_another_move_is_caught:
        DECODE_MIXES_UP, check, "decoded moves are legal", "the code of a decoded move";
    a_side_that_moves_twice_against_the_promise_is_caught:
        SIDE_STAYS, check, "turns pass as promised", "although ALTERNATES is true";
    an_unfinished_game_without_moves_is_caught:
        NO_END, check, "a game ends when nothing can be played", "there is no move";
    a_text_that_loses_the_side_is_caught:
        TEXT_LOSES_THE_SIDE, check_notation, "written positions read back",
        "reads as another position";
    moves_written_alike_are_caught:
        MOVE_TEXT_CLASHES, check_notation, "written moves read back",
        "2 is written as \"1\", which reads as Ok(1)";
    a_reader_that_panics_is_caught:
        READING_PANICS, check_notation, "altered text never panics", "reading \"\" panicked";
    an_illegal_move_that_is_read_is_caught:
        MOVE_IS_NOT_CHECKED, check_notation, "altered text never panics", "which is not legal";
}

/// Forty stones have too few positions to judge single bits of a key; this game has many.
#[derive(Clone, Debug, PartialEq)]
struct Line(Vec<u8>);

impl Game for Line {
    type Move = u8;
    type Undo = ();
    const MOVE_CODES: usize = 4;

    fn side(&self) -> Side {
        if self.0.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0.len() == 15).then_some(Outcome::Draw)
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..4);
    }

    fn play(&mut self, mv: u8) {
        self.0.push(mv);
    }

    fn undo(&mut self, _mv: u8, (): ()) {
        self.0.pop();
    }

    fn key(&self) -> u64 {
        self.0.iter().fold(1, |key, &mv| key << 2 | u64::from(mv))
    }

    fn code(mv: u8) -> u16 {
        u16::from(mv)
    }
}

#[test]
#[should_panic(expected = "the bits 0xffffffff80000000 were the same in 200 different keys")]
fn a_key_with_idle_bits_is_caught() {
    laws::check(&Line(Vec::new()), 40, 1);
}

/// Positions are equal after equally many plies, but the key remembers how they were reached.
#[derive(Clone, Debug)]
struct Moody {
    plies: u8,
    mood: u64,
}

impl PartialEq for Moody {
    fn eq(&self, other: &Self) -> bool {
        self.plies == other.plies
    }
}

impl Game for Moody {
    type Move = u8;
    type Undo = u64;
    const MOVE_CODES: usize = 2;

    fn side(&self) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.plies == 6).then_some(Outcome::Draw)
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..2);
    }

    fn play(&mut self, mv: u8) -> u64 {
        self.plies += 1;
        let before = self.mood;
        self.mood = search::rng::mix(before ^ u64::from(mv));
        before
    }

    fn undo(&mut self, _mv: u8, mood: u64) {
        self.plies -= 1;
        self.mood = mood;
    }

    fn key(&self) -> u64 {
        self.mood
    }

    fn code(mv: u8) -> u16 {
        u16::from(mv)
    }
}

#[test]
#[should_panic(expected = "keys of two equal positions differ")]
fn a_key_that_depends_on_the_path_is_caught() {
    laws::check(&Moody { plies: 0, mood: 0 }, 40, 1);
}

const NO_CANDIDATE: Fault = 1;
const ILLEGAL_CANDIDATE: Fault = 2;
const CANDIDATE_TWICE: Fault = 3;
const CANDIDATES_CLEAR: Fault = 4;
const FORCED_WITHOUT_A_MOVE: Fault = 5;
const MOVES_THAT_ARE_NOT_FORCED: Fault = 6;
const ILLEGAL_TACTICAL_MOVE: Fault = 7;
const STAND_PAT_DISAGREES: Fault = 8;
const NULL_MOVE_KEEPS_THE_TURN: Fault = 9;
const CHECK_AS_DEEP: Fault = 10;

/// Hooks of the heap that answer every question. Wrong in one respect, and only late in the game.
#[derive(Clone)]
struct Trapped<const FAULT: Fault>;

impl<const FAULT: Fault> Trapped<FAULT> {
    fn is_wrong<const GAME: Fault>(heap: &Heap<GAME>, fault: Fault) -> bool {
        FAULT == fault && heap.stones <= 9
    }
}

impl<const GAME: Fault, const FAULT: Fault> Hooks<Heap<GAME>> for Trapped<FAULT> {
    const CANDIDATES: Option<Candidates<Self, Heap<GAME>>> = Some(|_, heap, moves| {
        let wrong = |fault| Self::is_wrong(heap, fault);
        if wrong(CANDIDATES_CLEAR) {
            moves.clear();
        }
        if !wrong(NO_CANDIDATE) {
            moves.push(1);
        }
        moves.extend(wrong(ILLEGAL_CANDIDATE).then_some(4));
        moves.extend(wrong(CANDIDATE_TWICE).then_some(1));
    });

    fn forced_replies(&mut self, heap: &Heap<GAME>, moves: &mut Vec<u8>) -> bool {
        let forced = heap.stones == 1;
        moves.extend(forced.then_some(1));
        moves.extend(Self::is_wrong(heap, MOVES_THAT_ARE_NOT_FORCED).then_some(1));
        forced || Self::is_wrong(heap, FORCED_WITHOUT_A_MOVE)
    }

    fn tactical_moves(&mut self, heap: &Heap<GAME>, _: u32, moves: &mut Vec<u8>) -> StandPat {
        moves.push(if Self::is_wrong(heap, ILLEGAL_TACTICAL_MOVE) { 4 } else { 1 });
        StandPat::Allowed
    }

    fn stand_pat(&mut self, heap: &Heap<GAME>) -> Option<StandPat> {
        let wrong = Self::is_wrong(heap, STAND_PAT_DISAGREES);
        Some(if wrong { StandPat::Forbidden } else { StandPat::Allowed })
    }

    fn null_move(&mut self, _: &Heap<GAME>) -> Option<u8> {
        // To take nothing only passes the turn.
        Some(0)
    }

    fn shallow_check(
        &mut self,
        heap: &Heap<GAME>,
        depth: u32,
        index: usize,
    ) -> Option<ShallowCheck> {
        let less = u32::from(!Self::is_wrong(heap, CHECK_AS_DEEP));
        let check = ShallowCheck { depth: depth - less, slope: 1.0, offset: 0.0, deviation: 1.0 };
        (index == 0).then_some(check)
    }
}

#[test]
fn every_trap_in_hooks_is_caught_by_its_law() {
    fn message<const FAULT: Fault>() -> String {
        let hooks = Trapped::<FAULT>;
        let caught = std::panic::catch_unwind(|| match FAULT {
            // A heap in which the side stays cannot pass the turn.
            NULL_MOVE_KEEPS_THE_TURN => {
                laws::check_hooks(&Heap::<SIDE_STAYS>::new(), &Trapped::<NONE>, 20, 1);
            }
            _ => laws::check_hooks(&Heap::<NONE>::new(), &hooks, 20, 1),
        });
        *caught.expect_err("the trap is caught").downcast::<String>().expect("a message")
    }
    for (message, law, found) in [
        (message::<NO_CANDIDATE>(), "candidates are legal", "no candidate"),
        (message::<ILLEGAL_CANDIDATE>(), "candidates are legal", "4: not legal"),
        (message::<CANDIDATE_TWICE>(), "candidates are legal", "1 twice"),
        (message::<CANDIDATES_CLEAR>(), "candidates are legal", "changed what the vector held"),
        (message::<FORCED_WITHOUT_A_MOVE>(), "forced replies are legal", "returned true"),
        (message::<MOVES_THAT_ARE_NOT_FORCED>(), "forced replies are legal", "returned false"),
        (message::<ILLEGAL_TACTICAL_MOVE>(), "tactical moves agree", "4: not legal"),
        (message::<STAND_PAT_DISAGREES>(), "tactical moves agree", "Some(Forbidden)"),
        (message::<NULL_MOVE_KEEPS_THE_TURN>(), "null moves only", "does not pass the turn"),
        (message::<CHECK_AS_DEEP>(), "shallow checks", "at depth 1"),
    ] {
        assert!(message.contains(law) && message.contains(found), "{message}");
    }
}
