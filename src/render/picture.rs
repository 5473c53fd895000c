//! A picture: rows of sRGB pixels, and the PNG file that holds them.

use crate::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Rows from the top, pixels from the left, four bytes each: red, green, blue in sRGB, and 255.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Red, green, blue and alpha of one pixel.
    ///
    /// # Panics
    /// When the pixel lies outside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.width && y < self.height, "pixel {x},{y} of a picture {}x{}", self.width, self.height);
        let start = (y as usize * self.width as usize + x as usize) * 4;
        [self.rgba[start], self.rgba[start + 1], self.rgba[start + 2], self.rgba[start + 3]]
    }

    /// Each block of `factor` x `factor` pixels averaged to one, in linear light, so that thin dark shapes keep their weight.
    ///
    /// Rows and columns that fill no whole block are cut off; a factor of 1 changes nothing.
    pub fn shrunk(&self, factor: u32) -> Self {
        if factor <= 1 {
            return self.clone();
        }
        let linear = linear_table();
        let (width, height) = (self.width / factor, self.height / factor);
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        let row_size = self.width as usize * 4;
        let share = 1.0 / (factor * factor) as f32;
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0.0; 3];
                for row in 0..factor {
                    let start = (y * factor + row) as usize * row_size + (x * factor) as usize * 4;
                    for pixel in self.rgba[start..start + factor as usize * 4].chunks_exact(4) {
                        (0..3).for_each(|channel| sum[channel] += linear[pixel[channel] as usize]);
                    }
                }
                rgba.extend(sum.map(|channel| encode(channel * share)));
                rgba.push(255);
            }
        }
        Self { width, height, rgba }
    }
}

/// A linear intensity, 0 to 1, as the nearest sRGB byte.
pub fn encode(linear: f32) -> u8 {
    let value = linear.clamp(0.0, 1.0);
    let encoded = if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
    (encoded * 255.0 + 0.5) as u8
}

/// The linear intensity, 0 to 1, of an sRGB byte.
pub fn decode(byte: u8) -> f32 {
    let value = f32::from(byte) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Writes a PNG under a temporary name in the same folder and renames it, so that a half-written file never has the final
/// name. Whether an older file may be replaced is the caller's question.
///
/// # Errors
/// [`Error::Output`] with the path; nothing is left behind.
pub fn write_png(picture: &Picture, path: &Path) -> Result<(), Error> {
    let part = part_name(path);
    let written = write_whole(picture, &part).and_then(|()| fs::rename(&part, path));
    written.map_err(|source| {
        // The first failure is the one to tell; a part that was never made cannot be removed.
        let _ = fs::remove_file(&part);
        Error::Output { path: path.to_owned(), source }
    })
}

fn part_name(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

fn write_whole(picture: &Picture, path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write_to(picture, &mut file)?;
    file.flush()?;
    file.get_ref().sync_all()
}

fn write_to(picture: &Picture, out: &mut impl Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header()?;
    // Every pixel is opaque, so the fourth byte would only make the file larger.
    let rgb: Vec<u8> = picture.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(())
}

fn linear_table() -> [f32; 256] {
    let mut table = [0.0; 256];
    (0..=255).for_each(|byte: u8| table[byte as usize] = decode(byte));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_decoding_and_encoding() {
        for byte in 0..=255 {
            assert_eq!(encode(decode(byte)), byte);
        }
    }

    #[test]
    fn black_and_white_average_to_the_grey_of_half_the_light() {
        let chess =
            Picture { width: 2, height: 2, rgba: [[0, 0, 0, 255], [255; 4], [255; 4], [0, 0, 0, 255]].concat() };
        assert_eq!(chess.shrunk(2).rgba, [188, 188, 188, 255]);
        assert_eq!(chess.shrunk(1), chess);
    }
}
