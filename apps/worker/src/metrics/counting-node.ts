import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'

/** A node that counts its failures and is otherwise unchanged. */
export function countingNode(node: RecoveryNode, onFailure: () => void): RecoveryNode {
  const counted = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      onFailure()
      throw error
    }
  }
  const readBalances = node.readBalances?.bind(node)
  const readUses = node.readUses?.bind(node)
  const holdsCode = node.holdsCode?.bind(node)
  return {
    ...node,
    checkNetwork: () => counted(() => node.checkNetwork()),
    readHead: () => counted(() => node.readHead()),
    readBlock: (height) => counted(() => node.readBlock(height)),
    readMempool: (seen) => counted(() => node.readMempool(seen)),
    readReceipts: (txIds) => counted(() => node.readReceipts(txIds)),
    findHeight: (txId) => counted(() => node.findHeight(txId)),
    estimateFees: () => counted(() => node.estimateFees()),
    readBalance: (address) => counted(() => node.readBalance(address)),
    ...(readBalances && { readBalances: (asked: Parameters<typeof readBalances>[0]) => counted(() => readBalances(asked)) }),
    ...(readUses && { readUses: (addresses: readonly string[]) => counted(() => readUses(addresses)) }),
    ...(holdsCode && { holdsCode: (address: string) => counted(() => holdsCode(address)) }),
    broadcast: (raw) => counted(() => node.broadcast(raw)),
  }
}
