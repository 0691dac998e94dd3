import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const RefusedNodeSchema = defineEntity({
  name: 'RefusedNode',
  tableName: 'refused_node',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    reason: p.text(),
    since: p.datetime(),
  },
})

/** Why the node of a chain is not listened to; the row goes once it is. A chain that was never read has no cursor that could say it. */
export class RefusedNodeEntity extends RefusedNodeSchema.class {}
RefusedNodeSchema.setClass(RefusedNodeEntity)
