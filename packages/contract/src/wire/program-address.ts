import { flag } from './scalar.ts'

/** The second confirmation of addresses without a key. */
export const ConfirmProgramAddress = flag({
  description:
    'Takes addresses that belong to a program of Solana, such as the vault of a Squads multisig. Money at an address of the wrong kind is lost: confirm only what the multisig itself shows for deposits.',
  example: false,
}).optional()
