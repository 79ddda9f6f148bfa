//! From a [`Node`] to a typed value, with errors that say where and what instead of one message.
//!
//! serde reports an unknown field, a wrong type or a missing key through constructors of the
//! deserializer's own error type. Ours keeps the parts, and every table and list on the way out
//! adds its step to the path.

use super::node::{Entry, Node, Segment, Value};
use serde::de::{self, DeserializeSeed, Deserializer, Expected, Unexpected, Visitor};
use std::fmt;

/// What serde objected to, and where below the node that was read.
#[derive(Debug)]
pub(super) struct Objection {
    /// Innermost step first.
    pub path: Vec<Segment>,
    pub reason: Reason,
}

#[derive(Debug)]
pub(super) enum Reason {
    UnknownKey {
        key: String,
        allowed: &'static [&'static str],
    },
    /// A name that is none of a fixed set.
    UnknownName {
        found: String,
        allowed: Vec<&'static str>,
    },
    WrongValue {
        found: String,
        allowed: String,
    },
    MissingKey(&'static str),
    /// A key that `--set key=` wants removed was reached: it exists.
    Removed,
    Other(String),
}

impl Objection {
    fn new(reason: Reason) -> Self {
        Objection { path: Vec::new(), reason }
    }

    fn below(mut self, segment: Segment) -> Self {
        self.path.push(segment);
        self
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.reason)
    }
}

impl std::error::Error for Objection {}

impl de::Error for Objection {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Objection::new(Reason::Other(message.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Objection::invalid_value(found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Objection::new(Reason::WrongValue {
            found: found_text(found),
            allowed: in_words(&expected.to_string()),
        })
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Objection::new(Reason::WrongValue {
            found: format!("{length} items"),
            allowed: expected.to_string(),
        })
    }

    fn unknown_variant(found: &str, allowed: &'static [&'static str]) -> Self {
        Objection::new(Reason::UnknownName { found: found.to_owned(), allowed: allowed.to_vec() })
    }

    fn unknown_field(key: &str, allowed: &'static [&'static str]) -> Self {
        Objection::new(Reason::UnknownKey { key: key.to_owned(), allowed })
    }

    fn missing_field(key: &'static str) -> Self {
        Objection::new(Reason::MissingKey(key))
    }
}

/// A value as a file would show it; must agree with the [`Display`](fmt::Display) of a [`Node`].
fn found_text(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        Unexpected::Float(value) => format!("{value:?}"),
        Unexpected::Char(value) => format!("{:?}", value.to_string()),
        Unexpected::Str(text) => format!("{text:?}"),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// What serde calls a type, in the words of a user who knows no Rust.
fn in_words(expected: &str) -> String {
    let unsigned = |max: u64| format!("a whole number from 0 to {max}");
    let signed = |min: i64, max: i64| format!("a whole number from {min} to {max}");
    match expected {
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "u8" => unsigned(u8::MAX.into()),
        "u16" => unsigned(u16::MAX.into()),
        "u32" => unsigned(u32::MAX.into()),
        "u64" | "usize" => "a whole number from 0".to_owned(),
        "i8" => signed(i8::MIN.into(), i8::MAX.into()),
        "i16" => signed(i16::MIN.into(), i16::MAX.into()),
        "i32" => signed(i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => "a whole number".to_owned(),
        table if table.starts_with("struct ") || table.contains("tagged enum") => {
            "a table".to_owned()
        }
        other => other.to_owned(),
    }
}

/// Reads a node; the keys in `elsewhere` are left out of its outermost table.
pub(super) struct Reader<'a> {
    pub node: &'a Node,
    pub elsewhere: &'a [&'a str],
}

impl<'a> Reader<'a> {
    fn new(node: &'a Node) -> Self {
        Reader { node, elsewhere: &[] }
    }

    fn wrong(&self, allowed: impl Into<String>) -> Objection {
        let found = self.node.to_string();
        Objection::new(Reason::WrongValue { found, allowed: allowed.into() })
    }
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Objection;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Objection> {
        match &self.node.value {
            Value::Boolean(value) => visitor.visit_bool(*value),
            Value::Integer(value) => visitor.visit_i64(*value),
            Value::Float(value) => visitor.visit_f64(*value),
            Value::Text(text) => visitor.visit_str(text),
            Value::List(items) => visitor.visit_seq(Items { items, next: 0 }),
            Value::Table(entries) => {
                let elsewhere = self.elsewhere;
                visitor.visit_map(Entries { entries: entries.iter(), elsewhere, current: None })
            }
            Value::Removed => Err(Objection::new(Reason::Removed)),
        }
    }

    /// `false` turns an optional value off, also one that a base has set.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Objection> {
        match self.node.value {
            Value::Boolean(false) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Objection> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Objection> {
        match &self.node.value {
            Value::Table(_) | Value::Removed => self.deserialize_any(visitor),
            _ => Err(self.wrong("a table")),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Objection> {
        match &self.node.value {
            Value::Text(name) => visitor.visit_enum(de::value::StrDeserializer::new(name)),
            Value::Table(entries) if entries.len() == 1 => {
                visitor.visit_enum(Variant { entry: &entries[0] })
            }
            Value::Removed => Err(Objection::new(Reason::Removed)),
            _ => Err(self.wrong(variants.join(", "))),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

struct Items<'a> {
    items: &'a [Node],
    next: usize,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Objection;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Objection> {
        let Some(item) = self.items.get(self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        let value = seed.deserialize(Reader::new(item));
        value.map(Some).map_err(|error| error.below(Segment::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

struct Entries<'a> {
    entries: std::slice::Iter<'a, Entry>,
    elsewhere: &'a [&'a str],
    current: Option<&'a Entry>,
}

impl<'de> de::MapAccess<'de> for Entries<'_> {
    type Error = Objection;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Objection> {
        let elsewhere = self.elsewhere;
        self.current = self.entries.find(|entry| !elsewhere.contains(&entry.key.as_str()));
        let Some(entry) = self.current else { return Ok(None) };
        seed.deserialize(de::value::StrDeserializer::new(&entry.key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Objection> {
        let entry = self.current.take().ok_or_else(|| de::Error::custom("value without a key"))?;
        let value = seed.deserialize(Reader::new(&entry.node));
        value.map_err(|error| error.below(Segment::Key(entry.key.clone())))
    }
}

/// An enum value with content: `{ name = ... }`.
struct Variant<'a> {
    entry: &'a Entry,
}

impl<'de, 'a> de::EnumAccess<'de> for Variant<'a> {
    type Error = Objection;
    type Variant = Content<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Content<'a>), Objection> {
        let name = de::value::StrDeserializer::new(&self.entry.key);
        Ok((seed.deserialize(name)?, Content { entry: self.entry }))
    }
}

struct Content<'a> {
    entry: &'a Entry,
}

impl Content<'_> {
    fn place<T>(&self, result: Result<T, Objection>) -> Result<T, Objection> {
        result.map_err(|error| error.below(Segment::Key(self.entry.key.clone())))
    }
}

impl<'de> de::VariantAccess<'de> for Content<'_> {
    type Error = Objection;

    fn unit_variant(self) -> Result<(), Objection> {
        self.place(Err(Reader::new(&self.entry.node).wrong("no value: the name alone")))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Objection> {
        let value = seed.deserialize(Reader::new(&self.entry.node));
        self.place(value)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Objection> {
        let value = Reader::new(&self.entry.node).deserialize_any(visitor);
        self.place(value)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Objection> {
        let value = Reader::new(&self.entry.node).deserialize_struct("", fields, visitor);
        self.place(value)
    }
}
