//! The frame of every page: its head, with a policy by which a browser runs and loads nothing but what is in the page.

use std::fmt::Write as _;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

use crate::{escape, format};

/// A page.
pub(crate) struct Document<'a> {
    /// Its title, which may be any text.
    pub(crate) title: &'a str,
    /// The language of its words, as HTML calls it.
    pub(crate) language: &'a str,
    /// More attributes of its outermost element, each after a space.
    pub(crate) attributes: &'a str,
    /// The whole style.
    pub(crate) style: &'a str,
    /// Its body as markup, with the start tag and without the end tag.
    pub(crate) body: &'a str,
    /// The script, and its data as JSON.
    pub(crate) script: Option<(&'a str, &'a str)>,
    /// Whether it follows the theme of its reader.
    pub(crate) has_themes: bool,
}

impl Document<'_> {
    /// The page as a text.
    pub(crate) fn written(&self) -> String {
        let Document { attributes, style, body, .. } = self;
        let language = escape::xml(self.language);
        let title = escape::xml(&format::visible(self.title));
        let (code, script) = match self.script {
            Some((code, data)) => {
                let data = harmless(data);
                let scripts =
                    format!("<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{code}</script>\n");
                (code, scripts)
            }
            None => ("", String::new()),
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\"{attributes}>\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '{}'; \
             style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"{}\">\n<meta name=\"generator\" content=\"Plyscope {}\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n{body}{script}</body>\n</html>\n",
            hash(code),
            hash(style),
            if self.has_themes { "light dark" } else { "light" },
            env!("CARGO_PKG_VERSION"),
        )
    }
}

/// A script or a style, with line ends that no checkout changes: browsers compute their hashes so.
pub(crate) fn asset(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// What a policy calls a text.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// JSON that ends no element and begins none, whatever its strings contain. These characters are only in strings.
fn harmless(json: &str) -> String {
    let mut harmless = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => _ = write!(harmless, "\\u{:04x}", c as u32),
            c => harmless.push(c),
        }
    }
    harmless
}
