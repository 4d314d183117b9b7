// Draws the icons of the installed app from the logo: node scripts/draw-icons.ts
// The pictures are committed; run it again when public/favicon.svg changes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const publicFolder = join(import.meta.dirname, '../public');
const logo = readFileSync(join(publicFolder, 'favicon.svg'));
const paper = '#fcfaf4';
// Systems crop a maskable icon to any shape inside the middle 80 %, so its logo is smaller.
const icons = [
  { name: 'icons/icon-192.png', size: 192, logoShare: 0.8 },
  { name: 'icons/icon-512.png', size: 512, logoShare: 0.8 },
  { name: 'icons/icon-maskable-512.png', size: 512, logoShare: 0.56 },
  { name: 'icons/apple-touch-icon.png', size: 180, logoShare: 0.72 },
];
const svgDensity = 72;
const svgSize = 32;

for (const { name, size, logoShare } of icons) {
  const logoSize = Math.round(size * logoShare);
  const drawn = await sharp(logo, { density: (svgDensity * logoSize) / svgSize })
    .resize(logoSize, logoSize)
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background: paper } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(publicFolder, name));
}
