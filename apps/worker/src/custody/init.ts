import { messageOf } from '@gateway/domain/kernel/error'
import { parseArgs } from 'node:util'
import { readCustodyConfig } from './config.ts'
import { initCustody } from './init-custody.ts'

const USAGE = `Seals the seed that every key of this deployment follows from.

  custody init                draws a new seed and shows its 24 words once
  custody init --restore      reads the 24 words of an earlier seed from standard input

  --show-words                shows the words although the output is no terminal
  --quiet                     shows no words; refused in production
`

const flag = { type: 'boolean', default: false } as const
const options = { restore: flag, quiet: flag, 'show-words': flag, help: flag } as const

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) process.stdout.write(USAGE)
  else if (positionals.some((word) => word !== 'init')) throw new Error(USAGE)
  else
    await initCustody(
      readCustodyConfig(),
      { restore: values.restore, quiet: values.quiet, showWords: values['show-words'] },
      { input: process.stdin, output: process.stdout },
    )
} catch (error) {
  // One sentence for the operator: a stack could quote what was typed.
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
