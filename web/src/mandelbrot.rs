//! The Mandelbrot set in float-floats of this processor, to compare a picture of the GPU with.

use crate::{asked::Asked, task::Outcome};
use floatfloat::{DoubleWord, NoFma, Word};
use serde_json::json;

/// Where to compute.
pub struct View {
    /// The words of both coordinates of the centre.
    center: [f32; 4],
    /// The distance of pixels, a power of two.
    step: f32,
    limit: u32,
    /// Whether the device fuses.
    fused: bool,
    /// Both coordinates of one pixel after another, counted from the centre to the right and upwards.
    pixels: Vec<f32>,
}

impl View {
    pub fn read(asked: &Asked) -> Result<Self, String> {
        let center = asked.numbers("center")?.try_into();
        Ok(View {
            center: center.map_err(|_| "the centre has four words")?,
            step: asked.number("step")?,
            limit: asked.whole("limit")? as u32,
            fused: asked.flag("fused")?,
            pixels: asked.numbers("pixels")?,
        })
    }
}

/// How many steps each pixel takes to leave the disc of radius 2.
pub fn steps(view: &View) -> Outcome {
    Ok(json!(if view.fused { all(view, |word| word) } else { all(view, NoFma) }))
}

fn all<W: Word<Mask = bool>>(view: &View, word: fn(f32) -> W) -> Vec<u32> {
    let pixel = |pixel: &[f32]| {
        let [x, y] = [0, 1].map(|k| {
            let [high, low] = [view.center[2 * k], view.center[2 * k + 1]].map(word);
            let offset = DoubleWord::from_word(word(pixel[k] * view.step));
            DoubleWord::from_normalized(high, low) + offset
        });
        escape(x, y, view.limit)
    };
    view.pixels.chunks_exact(2).map(pixel).collect()
}

/// The steps of the shader, in their order.
fn escape<W: Word<Mask = bool>>(cx: DoubleWord<W>, cy: DoubleWord<W>, limit: u32) -> u32 {
    let four = cx.hi().constant(4.0);
    let zero = DoubleWord::from_word(four.constant(0.0));
    let (mut x, mut y) = (zero, zero);
    for step in 0..limit {
        let (xx, yy) = (x * x, y * y);
        if four.less(xx.hi() + yy.hi()) {
            return step;
        }
        let xy = x * y;
        x = xx - yy + cx;
        y = DoubleWord::from_normalized(xy.hi() + xy.hi(), xy.lo() + xy.lo()) + cy;
    }
    limit
}
