import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Role } from './env.ts'
import { silentMetrics, type WorkerMetrics } from './metrics/worker-metrics.ts'
import type { RunningRole } from './running-role.ts'

/** The start function of each role. A process loads the code of its own roles only, so that the signer contains none of the others'. */
export const openRole: { readonly [R in Role]: (deps: Deps) => Promise<RunningRole[]> } = {
  payments: async (deps) => [await (await import('./roles/payments.ts')).openPayments(deps)],
  chain: async (deps) => [
    ...(await (await import('./roles/chains.ts')).openChains(deps)),
    ...(await (await import('./roles/lightning-invoices.ts')).openLightningInvoices(deps)),
  ],
  webhooks: async (deps) => [
    ...(await (await import('./roles/webhooks.ts')).openWebhooks(deps)),
    ...(await import('./roles/emails.ts')).openEmails(deps),
  ],
  relay: async (deps) => [await (await import('./roles/relay.ts')).runRelay(deps)],
  series: async (deps) => (await import('./roles/series.ts')).openSeries(deps),
  processor: async (deps) => (await import('./roles/processor.ts')).openProcessor(deps),
  lightning: async (deps) => (await import('./roles/lightning.ts')).openLightning(deps),
  issuer: async (deps) => (await import('./roles/issuer.ts')).openIssuer(deps),
  rates: async (deps) => (await import('./roles/rates.ts')).openRateSources(deps),
  signer: async (deps) => (await import('./roles/signer.ts')).openSigner(deps),
}

/** Loaded only with a metrics port: the signer refuses one, so it contains no listening code. */
export async function openMetrics(config: Config): Promise<WorkerMetrics> {
  if (config.common.METRICS_PORT === undefined) return silentMetrics
  const { createShownMetrics } = await import('./metrics/shown-metrics.ts')
  return createShownMetrics(config)
}
