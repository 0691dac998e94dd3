/** 2.9 % and thirty of the smallest unit, rounded half up; in every currency. */
export const processorFee = (units: number): number => Math.floor((units * 29 + 500) / 1_000) + 30

/** What a dispute costs beside its amount, in the smallest unit. A dispute that is won does not give it back. */
export const DISPUTE_FEE = 1_500
