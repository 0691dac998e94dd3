/** Decisions of operators: lift a pause, release a payout above the caps, confirm a manual treasury transfer, decide the dispute of an escrow. */
export type ApprovalKind = 'lift' | 'release' | 'treasury_move' | 'escrow_release' | 'escrow_refund'

/** Number of different operators who must approve; the dispute of a small escrow takes one. */
export const APPROVALS = 2

/** The terms of an approval; other terms are another decision. Amounts are decimal digits of base units. */
export type ApprovalTerms = Readonly<Record<string, string>>

/** The approval of one operator. */
export interface Approval {
  readonly subject: string
  readonly terms: ApprovalTerms
  /** `operator:<name>`. */
  readonly operator: string
}

/** The different operators who approved this subject and these terms. */
export const approversOf = (approvals: readonly Approval[], { subject, terms }: Omit<Approval, 'operator'>): string[] =>
  approvals
    .filter((approval) => approval.subject === subject && Object.entries(terms).every(([name, value]) => approval.terms[name] === value))
    .map(({ operator }) => operator)
