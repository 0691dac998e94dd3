import type { DatabaseRole } from '@gateway/db/roles'
import type { OperatorContext } from './context.ts'

/** The input of a command. */
export interface Told {
  readonly id: string
  /** Further arguments. */
  readonly more: readonly string[]
  /** The deciding operator: `operator:<name>`. */
  readonly by: `operator:${string}`
  readonly reason: string | undefined
  /** Print every row too. */
  readonly isWhole: boolean
  /** E-mail address of a payer, and the language of the e-mail. */
  readonly sendTo: string | undefined
  readonly lang: string | undefined
}

/** An operator command. */
export interface Command {
  /** The arguments in the usage text; empty without any. */
  readonly takes: string
  readonly summary: string
  /** The database role that runs it, when the operator's own may not. */
  readonly as?: DatabaseRole
  run(ctx: OperatorContext, told: Told): Promise<void>
}

/** Commands by name. */
export type Commands = Readonly<Record<string, Command>>
