import { approvalCommands } from './approval-commands.ts'
import type { Commands } from './command.ts'
import { paymentCommands } from './payment-commands.ts'
import { payoutCommands } from './payout-commands.ts'
import { upkeepCommands } from './upkeep-commands.ts'

/** Everything an operator can do. Each that changes something writes the audit log. */
export const commands: Commands = { ...paymentCommands, ...payoutCommands, ...approvalCommands, ...upkeepCommands }
