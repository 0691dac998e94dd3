/** One case: what happened, where the money is, what the merchant does, and what it costs. */
export interface Case {
  /** When it is this case of its flag. */
  readonly when?: string
  readonly happened: string
  readonly money: string
  readonly todo: string
  readonly fee: string
}

/** Of everything that is forwarded. */
export const PLAN_FEE = 'The fee of your plan, of what arrived.'
/** Where nothing is forwarded, nothing is charged. */
export const NO_FEE = 'None.'
/** Of held money, by the decision about it. */
export const DECIDED_FEE = 'The fee of your plan if it is accepted; none if it is returned.'
