import { type Read, type ScalarMeta, scalar } from '../scalar.ts'
import { readLine } from '../text.ts'

const MAX_NAME = 255

/** A file of a request that came as multipart/form-data (RFC 7578). */
export class SentFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly #digest: string

  /** @param digest - of the bytes, so that two requests are compared without them. */
  constructor({ name, bytes, digest }: { readonly name: string; readonly bytes: Uint8Array; readonly digest: string }) {
    this.name = name
    this.bytes = bytes
    this.#digest = digest
  }

  /** What two requests are compared by. */
  toJSON(): object {
    return { name: this.name, digest: this.#digest }
  }
}

/** A file, with a name of one line. */
export const sentFile = (meta: ScalarMeta) =>
  scalar<SentFile, Pick<SentFile, 'name' | 'bytes'>>((raw) => readFile(raw), { type: 'string', format: 'binary', ...meta })

function readFile(raw: unknown): Read<Pick<SentFile, 'name' | 'bytes'>> {
  if (!(raw instanceof SentFile)) return { problem: 'must be a file, in a request of multipart/form-data' }
  const name = readLine(raw.name, { min: 1, max: MAX_NAME })
  return 'value' in name ? { value: { name: name.value, bytes: raw.bytes } } : { problem: `has a name that ${name.problem}` }
}
