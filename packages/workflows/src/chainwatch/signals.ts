import type { ChainCode } from '@gateway/domain/money/asset'

/** One scanner reads one chain. */
export const scannerWorkflowId = (chain: ChainCode): string => `chain-scanner/${chain}`

/** The chain of a scanner. */
export interface ScannerInput {
  readonly chain: ChainCode
}
