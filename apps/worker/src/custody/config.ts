import { RailsEnv } from '@gateway/chains/env'
import { CustodyEnv } from '@gateway/operations/custody/env'
import { z } from 'zod'

const Env = z.object({ ...CustodyEnv.shape, ...RailsEnv.shape, NODE_ENV: z.string().prefault('production') })

/** Settings of the `custody` command. @throws {Error} naming every variable that is missing or wrong, never its value. */
export function readCustodyConfig(): z.output<typeof Env> {
  const read = Env.safeParse(process.env)
  if (!read.success) throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  return read.data
}
