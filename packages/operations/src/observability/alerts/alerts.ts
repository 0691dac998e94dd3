import type { Alert } from './alert.ts'
import { cardAlerts } from './card-alerts.ts'
import { escrowAlerts } from './escrow-alerts.ts'
import { lightningAlerts } from './lightning-alerts.ts'
import { moneyAlerts } from './money-alerts.ts'
import { rateAlerts } from './rate-alerts.ts'
import { processAlerts } from './process-alerts.ts'
import { pipelineAlerts } from './pipeline-alerts.ts'

/** Every alert, by group. */
export const alertGroups: Readonly<Record<string, readonly Alert[]>> = {
  money: moneyAlerts,
  escrows: escrowAlerts,
  cards: cardAlerts,
  lightning: lightningAlerts,
  watching: pipelineAlerts,
  prices: rateAlerts,
  processes: processAlerts,
}
