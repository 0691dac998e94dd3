import { createInterface } from 'node:readline'
import { MNEMONIC_WORDS } from '@gateway/operations/custody/keys/mnemonic'

/** The terminal of the operator. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** Tells the operator why a command takes longer. */
export const tellOn =
  ({ output }: Terminal) =>
  (problem: string): void =>
    void output.write(`${problem}\n`)

/** Reads lines until they contain 24 words or the input ends, so that both a terminal and a pipe work. */
export async function readWords({ input }: Terminal): Promise<string> {
  let text = ''
  for await (const line of createInterface({ input })) {
    text = `${text} ${line}`.trim()
    if (text.split(/\s+/).length >= MNEMONIC_WORDS) break
  }
  return text
}

/** True when the operator's next line is `yes`. */
export async function isAgreed({ input, output }: Terminal, question: string): Promise<boolean> {
  output.write(question)
  for await (const line of createInterface({ input })) return line.trim().toLowerCase() === 'yes'
  return false
}
