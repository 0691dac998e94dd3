import type { DatabaseRole } from '@gateway/db/roles'
import type { OperatorContext } from './context.ts'

/** What a command is told. */
export interface Told {
  readonly id: string
  /** What else stands behind the command's name. */
  readonly more: readonly string[]
  /** Who decides: `operator:<name>`. */
  readonly by: `operator:${string}`
  readonly reason: string | undefined
}

/** Something an operator can do. */
export interface Command {
  /** What stands behind its name in the usage; empty when nothing does. */
  readonly takes: string
  readonly summary: string
  /** The role whose work it is, where operators may not do it themselves. */
  readonly as?: DatabaseRole
  run(ctx: OperatorContext, told: Told): Promise<void>
}

/** Commands by name. */
export type Commands = Readonly<Record<string, Command>>
