//! Lines and polygons with antialiased edges, collected in one mesh.

use eframe::egui::{Color32, Mesh, Pos2, Rect, Vec2};

/// Half the width over which an edge fades out, in points.
const FEATHER: f32 = 0.5;

/// A mesh under construction.
#[derive(Default)]
pub(super) struct Ink {
    mesh: Mesh,
}

impl Ink {
    /// The finished mesh.
    pub(super) fn into_mesh(self) -> Mesh {
        self.mesh
    }

    /// A rectangle with hard edges, for areas that must meet without a gap.
    pub(super) fn rect(&mut self, rect: Rect, color: Color32) {
        self.mesh.add_colored_rect(rect, color);
    }

    /// A straight line.
    pub(super) fn line(&mut self, [a, b]: [Pos2; 2], width: f32, color: Color32) {
        let along = (b - a).normalized();
        if along == Vec2::ZERO {
            return;
        }
        // A line thinner than its antialiased edges is drawn paler.
        let color = if width < 1.0 { color.gamma_multiply(width) } else { color };
        let core = (width / 2.0 - FEATHER).max(0.0);
        let across = along.rot90();
        let rim = core + 2.0 * FEATHER;
        let bands = [(-rim, Color32::TRANSPARENT), (-core, color), (core, color), (rim, Color32::TRANSPARENT)];
        let first = self.mesh.vertices.len();
        for &end in &[a, b] {
            for &(distance, color) in &bands {
                self.mesh.colored_vertex(end + across * distance, color);
            }
        }
        self.strip(first, bands.len());
    }

    /// A line of dashes of this length with gaps of this length.
    pub(super) fn dashes(&mut self, [a, b]: [Pos2; 2], [dash, gap]: [f32; 2], width: f32, color: Color32) {
        let length = a.distance(b);
        let along = (b - a).normalized();
        let count = (length / (dash + gap)).ceil().clamp(0.0, 4000.0) as usize;
        for i in 0..count {
            let start = i as f32 * (dash + gap);
            let end = (start + dash).min(length);
            self.line([a + along * start, a + along * end], width, color);
        }
    }

    /// The inside of a convex polygon, its corners clockwise on the screen.
    pub(super) fn fill(&mut self, corners: &[Pos2], color: Color32) {
        let outward = outward(corners);
        let first = self.mesh.vertices.len() as u32;
        let bands = [(-FEATHER, color), (FEATHER, Color32::TRANSPARENT)];
        self.ring(corners, &outward, &bands);
        for i in 2..corners.len() as u32 {
            self.mesh.add_triangle(first, first + 2 * (i - 1), first + 2 * i);
        }
    }

    /// The outline of a convex polygon, its corners clockwise on the screen.
    pub(super) fn outline(&mut self, corners: &[Pos2], width: f32, color: Color32) {
        let core = (width / 2.0 - FEATHER).max(0.0);
        let rim = core + 2.0 * FEATHER;
        let bands = [(-rim, Color32::TRANSPARENT), (-core, color), (core, color), (rim, Color32::TRANSPARENT)];
        self.ring(corners, &outward(corners), &bands);
    }

    /// Bands around a polygon, each beginning at this distance from the one before.
    fn ring(&mut self, corners: &[Pos2], outward: &[Vec2], bands: &[(f32, Color32)]) {
        let first = self.mesh.vertices.len();
        for corner in 0..=corners.len() {
            let corner = corner % corners.len();
            for &(distance, color) in bands {
                self.mesh.colored_vertex(corners[corner] + outward[corner] * distance, color);
            }
        }
        self.strip(first, bands.len());
    }

    /// Quads between groups of `width` vertices and the groups after them, from the vertex `first` on.
    fn strip(&mut self, first: usize, width: usize) {
        let end = self.mesh.vertices.len();
        for group in (first..end - width).step_by(width) {
            for i in group..group + width - 1 {
                let (here, next) = (i as u32, (i + width) as u32);
                self.mesh.add_triangle(here, here + 1, next);
                self.mesh.add_triangle(here + 1, next, next + 1);
            }
        }
    }
}

/// For each corner, the direction that moves both adjacent sides outwards by one point.
fn outward(corners: &[Pos2]) -> Vec<Vec2> {
    let count = corners.len();
    let normal = |i: usize| (corners[(i + 1) % count] - corners[i % count]).normalized().rot90();
    let miter = |i: usize| {
        let sum = normal(i) + normal(i + count - 1);
        sum * (2.0 / sum.length_sq().max(0.5))
    };
    (0..count).map(miter).collect()
}
