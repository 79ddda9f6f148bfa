//! A board as an SVG picture.

use crate::BoardView;
use crate::picture::scene::{Anchor, Fill, Ink, Item, Paint, Scene, Text, short};
use crate::picture::{self, PictureStyle, Theme};
use std::collections::BTreeSet;
use std::fmt::Write;

const FONTS: &str = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,Noto Sans CJK SC,sans-serif";
/// Text around the board on a light and on a dark page.
pub(crate) const LIGHT_TEXT: u32 = 0x23272e;
pub(crate) const DARK_TEXT: u32 = 0xe6e8eb;

/// The picture of a board: a complete SVG document that needs no files and no fonts.
pub fn draw(view: &BoardView, style: &PictureStyle) -> String {
    let scene = picture::scene(view, style);
    document(&scene, style.theme)
}

// Writing to a string cannot fail, so its results are dropped here and below.
fn document(scene: &Scene, theme: Theme) -> String {
    let (width, height) = (short(scene.width), short(scene.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{}</title>\n",
        escaped(&scene.title)
    );
    let text = |colour: u32| format!(".text{{fill:#{colour:06x}}}");
    let css = match theme {
        Theme::Light => text(LIGHT_TEXT),
        Theme::Dark => text(DARK_TEXT),
        Theme::Auto => {
            format!("{}@media(prefers-color-scheme:dark){{{}}}", text(LIGHT_TEXT), text(DARK_TEXT))
        }
    };
    let _ = writeln!(svg, "<style>{css}</style>");
    let domes: BTreeSet<(u32, u32)> = scene.items.iter().filter_map(dome).collect();
    if !domes.is_empty() {
        svg.push_str("<defs>");
        for (light, dark) in domes {
            let _ = write!(
                svg,
                "<radialGradient id=\"{}\" cx=\".36\" cy=\".3\" r=\".8\"><stop offset=\"0\" \
                 stop-color=\"#{light:06x}\"/><stop offset=\"1\" stop-color=\"#{dark:06x}\"/>\
                 </radialGradient>",
                dome_name(light, dark)
            );
        }
        svg.push_str("</defs>\n");
    }
    scene.items.iter().for_each(|item| write_item(&mut svg, item));
    svg.push_str("</svg>\n");
    svg
}

fn dome(item: &Item) -> Option<(u32, u32)> {
    match item {
        Item::Circle { paint: Paint { fill: Fill::Dome(light, dark), .. }, .. } => {
            Some((*light, *dark))
        }
        _ => None,
    }
}

/// Named after its content, so that several pictures on one page may share it.
fn dome_name(light: u32, dark: u32) -> String {
    format!("dome-{light:06x}-{dark:06x}")
}

fn write_item(svg: &mut String, item: &Item) {
    let _ = match item {
        Item::Rect { x, y, width, height, radius, paint } => {
            let radius =
                if *radius > 0.0 { format!(" rx=\"{}\"", short(*radius)) } else { String::new() };
            let (x, y, width, height) = (short(*x), short(*y), short(*width), short(*height));
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{radius}{}/>",
                attributes(paint)
            )
        }
        Item::Circle { x, y, radius, paint } => writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            short(*x),
            short(*y),
            short(*radius),
            attributes(paint)
        ),
        Item::Path { data, paint } => writeln!(svg, "<path d=\"{data}\"{}/>", attributes(paint)),
        Item::Text(text) => write_text(svg, text),
        Item::Group(title) => writeln!(svg, "<g><title>{}</title>", escaped(title)),
        Item::EndGroup => writeln!(svg, "</g>"),
    };
}

fn write_text(svg: &mut String, text: &Text) -> std::fmt::Result {
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let weight = if text.bold { " font-weight=\"600\"" } else { "" };
    let fill = match text.ink {
        Ink::Text => " class=\"text\"".to_owned(),
        ink => ink_attribute("fill", ink),
    };
    // Half the height of a capital below the middle: `dominant-baseline` is not understood everywhere.
    let y = text.y + text.size * 0.36;
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\"{weight}{fill}>{}</text>",
        short(text.x),
        short(y),
        short(text.size),
        escaped(&text.text)
    )
}

fn attributes(paint: &Paint) -> String {
    let fill = match paint.fill {
        Fill::None => " fill=\"none\"".to_owned(),
        Fill::Flat(ink) => ink_attribute("fill", ink),
        Fill::Dome(light, dark) => format!(" fill=\"url(#{})\"", dome_name(light, dark)),
    };
    let stroke = paint.stroke.map_or(String::new(), |stroke| {
        format!("{} stroke-width=\"{}\"", ink_attribute("stroke", stroke.ink), short(stroke.width))
    });
    fill + &stroke
}

fn ink_attribute(name: &str, ink: Ink) -> String {
    match ink {
        Ink::Text => format!(" {name}=\"currentColor\""),
        Ink::Rgb(colour, opacity) if opacity >= 1.0 => format!(" {name}=\"#{colour:06x}\""),
        Ink::Rgb(colour, opacity) => {
            format!(" {name}=\"#{colour:06x}\" {name}-opacity=\"{}\"", short(opacity))
        }
    }
}

/// The text as XML has it. Control characters have no place in XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
