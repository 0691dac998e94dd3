import { approvalCommands } from './approval-commands.ts'
import type { Commands } from './command.ts'
import { paymentCommands } from './payment-commands.ts'
import { payoutCommands } from './payout-commands.ts'
import { upkeepCommands } from './upkeep-commands.ts'

/** All operator commands. Each that changes data writes the audit log. */
export const commands: Commands = { ...paymentCommands, ...payoutCommands, ...approvalCommands, ...upkeepCommands }
