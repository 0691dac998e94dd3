import type { DatabaseRole } from '@gateway/db/roles'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import type { OperatorContext } from './context.ts'

/** The input of a command. */
interface Asked {
  readonly id: string
  /** Further arguments. */
  readonly more: readonly string[]
  readonly reason: string | undefined
  /** Print every row too. */
  readonly isWhole: boolean
  /** E-mail address of a payer, and the language of the e-mail. */
  readonly sendTo: string | undefined
  readonly lang: string | undefined
  /** E-mail address of the operator who logs in. */
  readonly email: string | undefined
}

/** The input of a command that decides something: also the operator, and the session that says so. */
export interface Told extends Asked {
  readonly by: OperatorName
  readonly session: string
}

/** Whose rights a command has: a database role's, or with `owner` those of the user in `DATABASE_URL`. */
export type CommandRole = DatabaseRole | 'owner'

interface Described {
  /** The arguments in the usage text; empty without any. */
  readonly takes: string
  readonly summary: string
  /** Whose rights it has, when those of an operator do not suffice. */
  readonly as?: CommandRole
}

/** A command that needs no session: it reads, or opens and ends sessions. */
interface OpenCommand extends Described {
  readonly isOpen: true
  run(ctx: OperatorContext, asked: Asked): Promise<void>
}

/** A command that decides something, in the session of an operator. */
export interface DecidingCommand extends Described {
  readonly isOpen?: false
  run(ctx: OperatorContext, told: Told): Promise<void>
}

/** An operator command. */
export type Command = OpenCommand | DecidingCommand

/** Commands by name. */
export type Commands = Readonly<Record<string, Command>>
