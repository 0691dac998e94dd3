import { accountCommands } from './account-commands.ts'
import { approvalCommands } from './approval-commands.ts'
import { cardCommands } from './card-commands.ts'
import type { Commands } from './command.ts'
import { identityCommands } from './identity-commands.ts'
import { paymentCommands } from './payment-commands.ts'
import { payoutCommands } from './payout-commands.ts'
import { upkeepCommands } from './upkeep-commands.ts'

/** All operator commands. Each that decides something writes the audit log. */
export const commands: Commands = {
  ...accountCommands,
  ...paymentCommands,
  ...payoutCommands,
  ...approvalCommands,
  ...cardCommands,
  ...identityCommands,
  ...upkeepCommands,
}
