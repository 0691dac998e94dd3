/** What the node of a chain knows an address as; `unused` is a wallet that has no money yet. */
export type AddressUse = 'unused' | 'wallet' | 'contract' | 'token' | 'nonce' | 'token_account' | 'mint' | 'program' | 'program_data'

/** An address, and whether its chain derives it for a program, so that no key belongs to it (Solana: off the curve). */
interface Used {
  readonly use: AddressUse
  readonly isProgramAddress: boolean
}

/**
 * Why an address is no wallet, as the end of a sentence; undefined for one that somebody can spend from. A contract such as a Safe is a wallet, and so
 * is a program's address without data of its own, such as the vault of a Squads multisig.
 */
export const findUseProblem = ({ use, isProgramAddress }: Used): string | undefined =>
  problems[use] ?? (isProgramAddress ? programProblems[use] : undefined)

const problems: Readonly<Partial<Record<AddressUse, string>>> = {
  token: 'is the contract of a token',
  token_account: 'is a token account: the address of its owner is needed',
  mint: 'is the mint of a token',
  program: 'is a program',
}

const programProblems: Readonly<Partial<Record<AddressUse, string>>> = {
  nonce: 'is a nonce account of a program',
  program_data: 'is an account that a program keeps its data in, and not a vault',
}
