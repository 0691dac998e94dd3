/** A payee of a forward, with the lamports that it holds already. */
interface Recipient {
  readonly address: string
  readonly balanceUnits: bigint
}

/** The input of a plan. */
export interface SolForwardRequest {
  /** The lamports that leave the deposit address. */
  readonly balanceUnits: bigint
  /** Those that stay there: none, or enough for the account to exist. */
  readonly restUnits: bigint
  /** The network's fee, which the deposit pays. */
  readonly feeUnits: bigint
  /** What an account must hold to exist. */
  readonly leastBalance: bigint
  /** The merchant, or the payer of a refund. */
  readonly payee: Recipient
  /** Undefined where nobody gets a fee. */
  readonly platform: Recipient | undefined
  /** The platform's share; 0 without one. */
  readonly platformUnits: bigint
  /** The payee of the excess; with too little for its account to exist, the payee gets it. */
  readonly excess?: (Recipient & { readonly units: bigint }) | undefined
}

/** A payment of a forward. */
export interface ForwardLeg {
  readonly address: string
  readonly units: bigint
}

/** The legs of a forward, or why none is possible now. All legs and the network fee add up to the balance. */
export type SolForwardPlan =
  | {
      readonly outcome: 'planned'
      readonly legs: readonly ForwardLeg[]
      /** The payee's leg; with `platformDust` it includes the platform's share. */
      readonly merchantUnits: bigint
      /** The platform's leg; 0 without one. */
      readonly platformUnits: bigint
      /** The platform's account would not exist with its share alone, which is paid with the payee's. */
      readonly platformDust: boolean
      readonly networkFeeUnits: bigint
    }
  | { readonly outcome: 'unforwardable'; readonly reason: string }

/**
 * Splits a balance into the payee's and the platform's leg and the network fee, which the payee bears.
 * No account may end with fewer lamports than it needs to exist, unless it ends with none: the runtime would refuse the whole transaction.
 * It asks that of the deposit too, once the fee is taken and before anything is paid, and again afterwards.
 * @throws {RangeError} for a negative amount, or a share without an address to pay it to.
 */
export function planSolForward(request: SolForwardRequest): SolForwardPlan {
  const { balanceUnits, feeUnits, payee, platformUnits: share } = request
  if (balanceUnits < 0n || request.restUnits < 0n || feeUnits < 0n || share < 0n) throw new RangeError('Amounts are not negative')
  const { platform, platformDust } = platformLeg(request)
  const excess = excessLeg(request)
  const platformUnits = unitsOf(platform)
  const merchantUnits = balanceUnits - feeUnits - platformUnits - unitsOf(excess)
  const reason = findProblem(request, { merchantUnits, platform })
  if (reason !== undefined) return { outcome: 'unforwardable', reason }
  const legs = [{ address: payee.address, units: merchantUnits }, ...[platform, excess].filter((leg) => leg !== undefined)]
  return { outcome: 'planned', legs, merchantUnits, platformUnits, platformDust, networkFeeUnits: feeUnits }
}

const unitsOf = (leg: ForwardLeg | undefined): bigint => leg?.units ?? 0n

/** The leg of an excess; none that would leave its account with too little. */
function excessLeg({ excess, leastBalance }: SolForwardRequest): ForwardLeg | undefined {
  if (!excess || excess.units === 0n || excess.balanceUnits + excess.units < leastBalance) return undefined
  return { address: excess.address, units: excess.units }
}

/** What the runtime would refuse the transaction for. */
function findProblem(
  { balanceUnits, restUnits, feeUnits, leastBalance, payee }: SolForwardRequest,
  { merchantUnits, platform }: { merchantUnits: bigint; platform: ForwardLeg | undefined },
): string | undefined {
  if (restUnits > 0n && restUnits < leastBalance)
    return `The ${restUnits} lamports that stay are fewer than the ${leastBalance} that the account needs to exist`
  if (balanceUnits + restUnits - feeUnits < leastBalance)
    return `The balance of ${balanceUnits} lamports cannot pay a fee: less would be left than the ${leastBalance} it needs to exist`
  if (merchantUnits <= 0n) return `The balance of ${balanceUnits} lamports does not cover the share of the platform`
  const own = platform?.address === payee.address ? platform.units : 0n
  if (payee.balanceUnits + own + merchantUnits >= leastBalance) return undefined
  return `With ${merchantUnits} lamports the payee's account would have fewer than the ${leastBalance} that it needs to exist`
}

/** The platform's leg; none without a share, and none that would leave its account with too little. */
function platformLeg(request: SolForwardRequest): { platform: ForwardLeg | undefined; platformDust: boolean } {
  const { platform, payee, platformUnits: units, leastBalance } = request
  if (units === 0n) return { platform: undefined, platformDust: false }
  if (!platform) throw new RangeError('A fee needs an address to pay it to')
  // An account that gets both legs exists by their sum, which the payee's leg decides.
  const platformDust = platform.address !== payee.address && platform.balanceUnits + units < leastBalance
  return { platform: platformDust ? undefined : { address: platform.address, units }, platformDust }
}
