import type { ChainCode } from '@gateway/domain/money/asset'

/** One scanner reads one chain. */
export const scannerWorkflowId = (chain: ChainCode): string => `chain-scanner/${chain}`

/** Which chain a scanner reads. */
export interface ScannerInput {
  readonly chain: ChainCode
}
