//! The report as one HTML page: style and pictures are inside it.

use super::{Drawing, FindingRow, Section};
use crate::findings::Verdict;
use report::Table;
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// The page.
pub(super) fn page(sections: &[Section]) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Plywood: report</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>Plywood: report</h1>\n\
         <p>What was published, what we find, and what follows.</p>\n</header>\n<main>\n"
    );
    html += &overview(sections);
    for section in sections {
        html += &self::section(section);
    }
    html += "</main>\n</body>\n</html>\n";
    html
}

fn overview(sections: &[Section]) -> String {
    let mut html = String::from(
        "<nav>\n<table class=\"overview\">\n<thead><tr><th>experiment</th><th>published figures and claims</th></tr></thead>\n<tbody>\n",
    );
    for section in sections {
        let chip = |(verdict, count): &(Verdict, usize)| {
            format!("{} ", chip(*verdict, &format!("{count} {}", verdict.text())))
        };
        let chips: String = section.counts.iter().map(chip).collect();
        let (name, title) = (escape(&section.name), escape(&section.title));
        add(
            &mut html,
            format_args!("<tr><td><a href=\"#{name}\">{title}</a></td><td>{chips}</td></tr>\n"),
        );
    }
    html += "</tbody>\n</table>\n</nav>\n";
    html
}

fn section(section: &Section) -> String {
    let mut html = String::new();
    let (name, title) = (escape(&section.name), escape(&section.title));
    add(&mut html, format_args!("<section id=\"{name}\">\n<h2>{title}</h2>\n"));
    add(&mut html, format_args!("<p class=\"question\">{}</p>\n", escape(&section.question)));
    if !section.sentences.is_empty() {
        add(&mut html, format_args!("<p>{}</p>\n", escape(&section.sentences.join(" "))));
    }
    if !section.findings.is_empty() {
        html += "<h3>Published and ours</h3>\n";
        if !section.source.is_empty() {
            add(&mut html, format_args!("<p class=\"note\">{}</p>\n", escape(&section.source)));
        }
        html += "<div class=\"wide\"><table class=\"findings\">\n<thead><tr><th>what</th><th>published</th><th>ours</th><th>verdict</th></tr></thead>\n<tbody>\n";
        section.findings.iter().for_each(|row| html += &finding(row));
        html += "</tbody>\n</table></div>\n";
    }
    html += &drawings("Figures", "plots", &section.figures);
    if !section.tables.is_empty() {
        html += "<h3>Tables</h3>\n<div class=\"tables\">\n";
        section.tables.iter().for_each(|(title, table)| html += &self::table(title, table));
        html += "</div>\n";
    }
    html += &drawings("Pictures", "pictures", &section.pictures);
    if !section.configurations.is_empty() {
        html += "<h3>Configuration</h3>\n";
        for (name, text) in &section.configurations {
            let (name, text) = (escape(name), escape(text));
            add(
                &mut html,
                format_args!("<details><summary>{name}</summary><pre>{text}</pre></details>\n"),
            );
        }
    }
    add(&mut html, format_args!("<p class=\"note\">{}</p>\n</section>\n", escape(&section.made)));
    html
}

fn finding(row: &FindingRow) -> String {
    let (head, reason) = row.text.split_once(": ").unwrap_or((&row.text, ""));
    let reason = if reason.is_empty() {
        String::new()
    } else {
        format!("<br><span class=\"note\">{}</span>", escape(reason))
    };
    let what = if row.each.is_empty() {
        escape(&row.what)
    } else {
        let each = row.each.iter().map(|cells| {
            let cells: String =
                cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
            format!("<tr>{cells}</tr>")
        });
        let each: String = each.collect();
        format!("<details><summary>{}</summary><table>{each}</table></details>", escape(&row.what))
    };
    let (published, ours, chip) =
        (escape(&row.published), escape(&row.ours), chip(row.verdict, head));
    format!("<tr><td>{what}</td><td>{published}</td><td>{ours}</td><td>{chip}{reason}</td></tr>\n")
}

fn table(title: &str, table: &Table) -> String {
    let mut html = format!(
        "<figure><figcaption>{}</figcaption><table class=\"data\">\n<thead><tr>",
        escape(title)
    );
    for name in table.header() {
        add(&mut html, format_args!("<th>{}</th>", escape(name)));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in table.texts() {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        add(&mut html, format_args!("<tr>{cells}</tr>\n"));
    }
    html += "</tbody>\n</table></figure>\n";
    html
}

fn drawings(heading: &str, class: &str, drawings: &[Drawing]) -> String {
    if drawings.is_empty() {
        return String::new();
    }
    let mut html = format!("<h3>{heading}</h3>\n<div class=\"{class}\">\n");
    for drawing in drawings {
        // As an image, so that styles and names inside one picture cannot reach another.
        let (title, svg) = (escape(&drawing.title), base64(drawing.svg.as_bytes()));
        // A plot has its title inside.
        let caption = match class {
            "plots" => String::new(),
            _ => format!("<figcaption>{title}</figcaption>"),
        };
        let source = format!("data:image/svg+xml;base64,{svg}");
        let image =
            format_args!("<figure><img alt=\"{title}\" src=\"{source}\">{caption}</figure>\n");
        add(&mut html, image);
    }
    html += "</div>\n";
    html
}

fn chip(verdict: Verdict, text: &str) -> String {
    let class = match verdict {
        Verdict::Equal | Verdict::Faster | Verdict::Within | Verdict::Confirmed => "good",
        Verdict::Answered | Verdict::NotReproducible => "plain",
        Verdict::Different | Verdict::Refuted | Verdict::Slower => "other",
        Verdict::Failed => "bad",
    };
    format!("<span class=\"chip {class}\">{}</span>", escape(text))
}

fn add(html: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = html.write_fmt(text);
}

/// Text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Base64 (RFC 4648) with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The test vectors of RFC 4648.
        let vectors = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let expected = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(vectors.map(|text| base64(text.as_bytes())), expected);
    }

    #[test]
    fn text_cannot_leave_its_element() {
        assert_eq!(escape("<b title=\"x\">&"), "&lt;b title=&quot;x&quot;&gt;&amp;");
    }
}
