/** What two operators decide: to lift a pause, to release a payout above the caps, that people have moved coins of the treasury. */
export type ApprovalKind = 'lift' | 'release' | 'treasury_move'

/** How many different operators have to approve. */
export const APPROVALS = 2

/** What an approval is about besides its subject; one of other terms is about something else. Amounts are decimal digits of base units. */
export type ApprovalTerms = Readonly<Record<string, string>>

/** One operator's word. */
export interface Approval {
  readonly subject: string
  readonly terms: ApprovalTerms
  /** `operator:<name>`. */
  readonly operator: string
}

/** The different operators who have approved this. */
export const approversOf = (approvals: readonly Approval[], { subject, terms }: Omit<Approval, 'operator'>): string[] =>
  approvals
    .filter((approval) => approval.subject === subject && Object.entries(terms).every(([name, value]) => approval.terms[name] === value))
    .map(({ operator }) => operator)
