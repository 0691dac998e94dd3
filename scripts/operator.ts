import { messageOf } from '@gateway/domain/kernel/error'
import { parseArgs } from 'node:util'
import { commands } from './operator/commands.ts'
import { openOperator } from './operator/context.ts'
import { identify } from './operator/identify.ts'
import { canonicalId, explainRefusal } from './operator/explain-refusal.ts'

const text = { type: 'string' } as const
const options = { email: text, reason: text, 'send-to': text, lang: text, all: { type: 'boolean' } } as const
const lines = Object.entries(commands).map(([name, { takes, summary }]) => `  ${`${name} ${takes}`.padEnd(28)}${summary}`)
const USAGE = `npm run operator -- <command>

${lines.join('\n')}

What changes anything needs a session of an operator: \`login\` opens it.

  --email <e-mail>            with login: the operator's account
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
  const asked = {
    id,
    more,
    reason: values.reason,
    isWhole: values.all ?? false,
    sendTo: values['send-to'],
    lang: values.lang,
    email: values.email,
  }
  try {
    if (command.isOpen) await command.run(ctx, asked)
    else await command.run(ctx, { ...asked, ...(await identify(ctx)) })
    return 0
  } catch (error) {
    throw new Error(explainRefusal(error, name, asked), { cause: error })
  } finally {
    await ctx.close()
  }
}
