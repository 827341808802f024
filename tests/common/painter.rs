//! Draws the window into a picture on the processor, so that tests of pictures need no graphics driver.

use std::collections::HashMap;
use std::ops::Range;

use eframe::egui::epaint::{ImageDelta, Primitive, Vertex, WHITE_UV};
use eframe::egui::{Color32, Context, FullOutput, ImageData, Mesh, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::{Rgba, RgbaImage};

/// The textures that egui has sent so far.
#[derive(Default)]
pub(crate) struct Painter {
    textures: HashMap<TextureId, Texture>,
}

#[derive(Default)]
struct Texture {
    width: usize,
    pixels: Vec<Color32>,
}

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, images) in delta.set.drain() {
            let texture = self.textures.entry(id).or_default();
            for image in images {
                texture.update(image);
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        let mut picture = RgbaImage::new(size.x.round() as u32, size.y.round() as u32);
        for part in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = part.primitive else { return Err("a callback draws by itself".into()) };
            let texture = self.textures.get(&mesh.texture_id).ok_or("a texture is missing")?;
            let clip = part.clip_rect * scale;
            let clip = Clip {
                columns: pixels(clip.min.x.round(), clip.max.x.round(), picture.width()),
                rows: pixels(clip.min.y.round(), clip.max.y.round(), picture.height()),
            };
            paint(&mut picture, &clip, texture, &mesh, scale);
        }
        Ok(picture)
    }
}

impl Texture {
    fn update(&mut self, ImageDelta { image: ImageData::Color(image), pos, .. }: ImageDelta) {
        let [width, height] = image.size;
        let Some([left, top]) = pos else {
            *self = Self { width, pixels: image.pixels.clone() };
            return;
        };
        for row in 0..height {
            let start = (top + row) * self.width + left;
            self.pixels[start..start + width].copy_from_slice(&image.pixels[row * width..(row + 1) * width]);
        }
    }

    /// The colour at a point, between the four nearest pixels, from 0 to 1.
    fn sample(&self, u: f32, v: f32) -> [f32; 4] {
        let height = self.pixels.len() / self.width;
        let (x, y) = (u * self.width as f32 - 0.5, v * height as f32 - 0.5);
        let (right, below) = (x - x.floor(), y - y.floor());
        let mut colour = [0.0; 4];
        for (dx, dy, weight) in [
            (0.0, 0.0, (1.0 - right) * (1.0 - below)),
            (1.0, 0.0, right * (1.0 - below)),
            (0.0, 1.0, (1.0 - right) * below),
            (1.0, 1.0, right * below),
        ] {
            let column = (x.floor() + dx).clamp(0.0, (self.width - 1) as f32) as usize;
            let row = (y.floor() + dy).clamp(0.0, (height - 1) as f32) as usize;
            let pixel = self.pixels[row * self.width + column].to_array();
            for (part, of_pixel) in colour.iter_mut().zip(pixel) {
                *part += weight * f32::from(of_pixel) / 255.0;
            }
        }
        colour
    }
}

struct Clip {
    columns: Range<u32>,
    rows: Range<u32>,
}

/// The pixels whose centres lie between two coordinates.
fn pixels(start: f32, end: f32, count: u32) -> Range<u32> {
    let first = |edge: f32| (edge - 0.5).ceil().clamp(0.0, count as f32) as u32;
    first(start)..first(end)
}

fn paint(picture: &mut RgbaImage, clip: &Clip, texture: &Texture, mesh: &Mesh, scale: f32) {
    let vertex = |&index: &u32| {
        let vertex = mesh.vertices[index as usize];
        Vertex { pos: vertex.pos * scale, ..vertex }
    };
    for corners in mesh.indices.chunks_exact(3) {
        let corners = [vertex(&corners[0]), vertex(&corners[1]), vertex(&corners[2])];
        paint_triangle(picture, clip, texture, &corners);
    }
}

fn paint_triangle(picture: &mut RgbaImage, clip: &Clip, texture: &Texture, corners: &[Vertex; 3]) {
    let Some(gradients) = Gradients::of(corners) else { return };
    let heights = corners.map(|corner| corner.pos.y);
    let top = heights.into_iter().fold(f32::INFINITY, f32::min);
    let bottom = heights.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let rows = pixels(top, bottom, clip.rows.end);
    for row in rows.start.max(clip.rows.start)..rows.end {
        let y = row as f32 + 0.5;
        let (left, right) = span(corners, y);
        let columns = pixels(left, right, clip.columns.end);
        let columns = columns.start.max(clip.columns.start)..columns.end;
        match gradients.constant(texture) {
            Some(colour) => {
                for column in columns {
                    blend(picture.get_pixel_mut(column, row), colour);
                }
            }
            None => {
                for column in columns {
                    blend(picture.get_pixel_mut(column, row), gradients.colour(texture, column as f32 + 0.5, y));
                }
            }
        }
    }
}

/// Where a row crosses a triangle. An edge that two triangles share gives the same crossing to both, so that no pixel
/// between them is left out or painted twice.
fn span(corners: &[Vertex; 3], y: f32) -> (f32, f32) {
    let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        let (mut upper, mut lower) = (corners[from].pos, corners[to].pos);
        if upper.y > lower.y {
            (upper, lower) = (lower, upper);
        }
        if upper.y <= y && y < lower.y {
            let x = upper.x + (y - upper.y) * (lower.x - upper.x) / (lower.y - upper.y);
            (left, right) = (left.min(x), right.max(x));
        }
    }
    (left, right)
}

/// Four parts of a colour and two coordinates of a texture, linear in the position.
struct Gradients {
    at_origin: [f32; 6],
    along_x: [f32; 6],
    along_y: [f32; 6],
    is_constant: bool,
}

impl Gradients {
    /// None for a triangle without an area.
    fn of(corners: &[Vertex; 3]) -> Option<Self> {
        let values = corners.map(|corner| {
            let [r, g, b, a] = corner.color.to_array().map(|part| f32::from(part) / 255.0);
            [r, g, b, a, corner.uv.x, corner.uv.y]
        });
        let [origin, first, second] = corners.map(|corner| corner.pos);
        let (first, second) = (first - origin, second - origin);
        let area = first.x * second.y - first.y * second.x;
        if area == 0.0 {
            return None;
        }
        let part = |of: &dyn Fn(f32, f32) -> f32| -> [f32; 6] {
            std::array::from_fn(|i| of(values[1][i] - values[0][i], values[2][i] - values[0][i]) / area)
        };
        let along_x = part(&|to_first, to_second| to_first * second.y - to_second * first.y);
        let along_y = part(&|to_first, to_second| to_second * first.x - to_first * second.x);
        let at_origin = std::array::from_fn(|i| values[0][i] - along_x[i] * origin.x - along_y[i] * origin.y);
        Some(Self { at_origin, along_x, along_y, is_constant: values[0] == values[1] && values[0] == values[2] })
    }

    fn constant(&self, texture: &Texture) -> Option<[f32; 4]> {
        self.is_constant.then(|| self.colour(texture, 0.0, 0.0))
    }

    fn colour(&self, texture: &Texture, x: f32, y: f32) -> [f32; 4] {
        let [r, g, b, a, u, v] = std::array::from_fn(|i| self.at_origin[i] + self.along_x[i] * x + self.along_y[i] * y);
        let texel = if (u, v) == (WHITE_UV.x, WHITE_UV.y) { [1.0; 4] } else { texture.sample(u, v) };
        std::array::from_fn(|i| texel[i] * [r, g, b, a][i].clamp(0.0, 1.0))
    }
}

/// Lays a colour with premultiplied alpha over a pixel.
fn blend(Rgba(pixel): &mut Rgba<u8>, colour: [f32; 4]) {
    for (part, over) in pixel.iter_mut().zip(colour) {
        *part = (255.0 * over + f32::from(*part) * (1.0 - colour[3]) + 0.5) as u8;
    }
}
