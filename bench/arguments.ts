import { parseArgs } from 'node:util'

/** What the command line of the bench asks for. */
export interface Arguments {
  /** The named parts; none stands for all. */
  readonly parts: readonly string[]
  /** The commit to compare this build with. */
  readonly against: string | undefined
  /** The file to write instead of the document of this checkout. */
  readonly document: string | undefined
  readonly textsOnly: boolean
  readonly all: boolean
}

/** Reads the command line. @throws {TypeError} for an unknown option. @throws {Error} for a comparison that names no part, or whose figures mean nothing. */
export function readArguments(args: readonly string[]): Arguments {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  // The parts themselves read the last three.
  const options = { against: text, document: text, texts: flag, all: flag, small: flag, profile: flag, 'no-signer': flag }
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const { against, document, texts, all, small } = values
  if (against !== undefined && positionals.length === 0)
    throw new Error('--against compares named parts: npm run bench -- reading --against <commit>')
  if (against !== undefined && small) throw new Error('--against compares figures, and those of --small mean nothing')
  return { parts: positionals, against, document, textsOnly: texts, all }
}
