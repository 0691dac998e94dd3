import { messageOf } from '@gateway/domain/kernel/error'
import { parseArgs } from 'node:util'
import { readCustodyConfig, readRecoveryConfig, readVerificationConfig } from './config.ts'
import { initCustody } from './init-custody.ts'
import { recover } from './recover.ts'
import { rotateKek } from './rotate-kek.ts'
import { rotateSeed } from './rotate-seed.ts'
import { verify } from './verify.ts'

const USAGE = `Manages the sealed seed, from which every key of this deployment is derived.

  custody init                  draws a new seed and shows its 24 words once
  custody restore               reads the 24 words of an earlier seed from standard input; the same as init --restore
  custody rotate-kek            wraps the seed with another key, named by CUSTODY_NEW_KEK
  custody rotate-seed           draws the seed of a new generation and shows its words once; --restore reads them
  custody recover --from-chain  attributes the spends since the backup from which a database was restored
  custody verify                checks that the signer's decision log is complete and unchanged

  --show-words                  shows the words although the output is no terminal
  --quiet                       shows no words; refused in production
  --put-back                    with recover: the database was restored, although no check detects it
  --explained <txid>            with recover: the transaction was sent with the keys by an operator; may be repeated
  --returned <txid>             with recover: the transaction refunded held funds to their payer; may be repeated
`

const flag = { type: 'boolean', default: false } as const
const txIds = { type: 'string', multiple: true, default: [] as string[] } as const
const options = {
  restore: flag,
  quiet: flag,
  'show-words': flag,
  'from-chain': flag,
  'put-back': flag,
  explained: txIds,
  returned: txIds,
  help: flag,
} as const
const terminal = { input: process.stdin, output: process.stdout }

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

const choicesOf = (flags: Flags) => ({ restore: flags.restore, quiet: flags.quiet, showWords: flags['show-words'] })

const commands: Readonly<Record<string, (flags: Flags) => Promise<void>>> = {
  init: (flags) => initCustody(readCustodyConfig(), choicesOf(flags), terminal),
  restore: (flags) => initCustody(readCustodyConfig(), { ...choicesOf(flags), restore: true }, terminal),
  'rotate-kek': () => rotateKek(readCustodyConfig(), terminal),
  'rotate-seed': (flags) => rotateSeed(readCustodyConfig(), choicesOf(flags), terminal),
  recover: (flags) => {
    if (!flags['from-chain']) throw new Error(USAGE)
    return recover(readRecoveryConfig(), { putBack: flags['put-back'], explained: flags.explained, returned: flags.returned }, terminal)
  },
  verify: () => verify(readVerificationConfig(), terminal),
}

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [name = 'init', ...others] = positionals
  const command = Object.hasOwn(commands, name) && others.length === 0 ? commands[name] : undefined
  if (values.help) process.stdout.write(USAGE)
  else if (!command) throw new Error(USAGE)
  else await command(values)
} catch (error) {
  // One line for the operator: a stack could quote typed secrets.
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
