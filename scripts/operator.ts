import { messageOf } from '@gateway/domain/kernel/error'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { commands } from './operator/commands.ts'
import { openOperator } from './operator/context.ts'
import { canonicalId, explainRefusal } from './operator/explain-refusal.ts'

const text = { type: 'string' } as const
const options = { by: text, reason: text, 'send-to': text, lang: text, all: { type: 'boolean' } } as const
const lines = Object.entries(commands).map(([name, { takes, summary }]) => `  ${`${name} ${takes}`.padEnd(28)}${summary}`)
const USAGE = `npm run operator -- <command>

${lines.join('\n')}

  --by <name>                 the deciding operator, for the audit log; the system user by default
  --reason <text>             the reason, for the audit log
  --all                       with show: every row of the timeline too
  --send-to <e-mail>          with refund: e-mails the link to the payer
  --lang <language>           the language of that e-mail, such as de or pt-BR; English by default
`

process.exitCode = await operate().catch((error: unknown) => {
  console.error(messageOf(error))
  return 1
})

/** Runs one command against a gateway's database. */
async function operate(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [name = '', first = '', ...more] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || (command.takes !== '' && first === '')) throw new Error(USAGE)
  const id = canonicalId(command, first)
  const ctx = await openOperator(process.env, command.as)
  const told = {
    id,
    more,
    by: `operator:${values.by ?? userInfo().username}`,
    reason: values.reason,
    isWhole: values.all ?? false,
    sendTo: values['send-to'],
    lang: values.lang,
  } as const
  try {
    await command.run(ctx, told)
    return 0
  } catch (error) {
    throw new Error(explainRefusal(error, name, told), { cause: error })
  } finally {
    await ctx.close()
  }
}
