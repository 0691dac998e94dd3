import { OperatorSessionRequired } from '@gateway/domain/accounts/operator'
import { requireOperator } from '@gateway/operations/accounts/operators/require-operator'
import type { Told } from './command.ts'
import type { OperatorContext } from './context.ts'
import { readSession } from './session-file.ts'

/** Who decides: the operator of the session in the file, named on the terminal. @throws {Error} in words when nobody is, or the session has ended. */
export async function identify(ctx: OperatorContext): Promise<Pick<Told, 'by' | 'session'>> {
  const { id: session, email } = readSession(ctx.sessionFile)
  try {
    const by = await requireOperator(ctx, { session })
    console.error(`as ${email}`)
    return { by, session }
  } catch (error) {
    if (!(error instanceof OperatorSessionRequired)) throw error
    throw new Error(`the session of ${email} decides nothing any more: \`npm run operator -- login\` opens another`, { cause: error })
  }
}
