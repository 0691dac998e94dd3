/** What readiness says of a chain. */
interface ShownChain {
  readonly ok: boolean
  readonly lag_blocks: number | null
  readonly refused: string | null
}

/** The answer of the readiness check. */
export interface ShownHealth {
  readonly status: number
  readonly chains: Readonly<Record<string, ShownChain>>
}

/** Reads readiness as a load balancer would. */
export async function readHealth(api: string): Promise<ShownHealth> {
  const response = await fetch(`${api}/health/ready`)
  // The documented shape, which the API's own tests check.
  const { checks } = (await response.json()) as { checks: { chains: ShownHealth['chains'] } }
  return { status: response.status, chains: checks.chains }
}
