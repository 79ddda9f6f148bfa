//! How one table is laid over another; the [crate documentation](crate) states the rule.

use super::node::{Entry, Node, Origin, Value};

/// The key that says which variant a table describes, as in `[evaluator] name = "linear"`. The other
/// keys of such a table belong to the variant.
const TAG: &str = "name";

impl Node {
    /// Lays `over` on this node: tables merge key by key, anything else is replaced.
    pub(super) fn overlay(&mut self, over: Node) {
        let Value::Table(above) = over.value else {
            *self = over;
            return;
        };
        let Value::Table(below) = &mut self.value else {
            *self = Node { value: Value::Table(above), origin: over.origin };
            return;
        };
        if let (Some(old), Some(new)) = (tag(below), tag(&above))
            && old != new
        {
            // Keys from `--set` are part of the overlay: their order must not matter.
            below.retain(|entry| matches!(entry.origin, Origin::Set(_)));
        }
        for entry in above {
            match below.iter_mut().find(|old| old.key == entry.key) {
                Some(old) => old.overlay(entry),
                None => below.push(entry),
            }
        }
        if matches!(over.origin, Origin::Line { .. }) {
            self.origin = over.origin;
        }
    }

    /// A chain of tables that leads to `node`: what `--set a.b=value` lays over a document.
    pub(super) fn nested(keys: &[&str], node: Node) -> Node {
        let origin = node.origin;
        keys.iter().rev().fold(node, |node, key| {
            let entry = Entry { key: (*key).to_owned(), origin, node };
            Node { value: Value::Table(vec![entry]), origin }
        })
    }
}

impl Entry {
    fn overlay(&mut self, over: Entry) {
        let are_tables =
            matches!((&self.node.value, &over.node.value), (Value::Table(_), Value::Table(_)));
        // A table that a `--set` only passes through keeps the place its file gave it.
        if !are_tables || matches!(over.origin, Origin::Line { .. }) {
            self.origin = over.origin;
        }
        self.node.overlay(over.node);
    }
}

fn tag(entries: &[Entry]) -> Option<&str> {
    entries.iter().find(|entry| entry.key == TAG).and_then(|entry| match &entry.node.value {
        Value::Text(name) => Some(name.as_str()),
        _ => None,
    })
}
