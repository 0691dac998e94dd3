import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { OauthArtifactEntity } from './artifact.entity.ts'

/** How an artifact is found: its model, and the digest of what its holder shows. */
export interface ArtifactName {
  readonly model: string
  readonly digest: Buffer
}

/** An artifact as it is first stored. */
export type NewArtifact = Omit<OauthArtifactEntity, 'consumedAt' | 'sealedSuccessor' | 'successorDigest'>

/** Stores an artifact in the place of an earlier one of the same name. */
export async function saveArtifact(em: Em, artifact: NewArtifact): Promise<void> {
  const { payload, expiresAt, grantId } = artifact
  await tables(em)
    .insertInto('oauth_artifact')
    .values({ ...artifact, consumedAt: null, sealedSuccessor: null, successorDigest: null })
    .onConflict((oc) => oc.columns(['model', 'digest']).doUpdateSet({ payload, expiresAt, grantId }))
    .execute()
}

/** An artifact that has not expired at `at`. The tenant is not known before. */
export async function findArtifact(em: Em, { model, digest, at }: ArtifactName & { at: Date }) {
  return tables(em)
    .selectFrom('oauth_artifact')
    .selectAll()
    .where('model', '=', model)
    .where('digest', '=', digest)
    .where('expiresAt', '>', at)
    .executeTakeFirst()
}

/** An artifact, expired or not. The tenant is not known before. */
export async function findAnyArtifact(em: Em, { model, digest }: ArtifactName) {
  return tables(em).selectFrom('oauth_artifact').selectAll().where('model', '=', model).where('digest', '=', digest).executeTakeFirst()
}

/** Uses an artifact up: of several at once one succeeds. It is known until its grant ends, so that a second use is noticed whenever it comes. */
export async function useArtifact(em: Em, { model, digest, at }: ArtifactName & { at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('oauth_artifact')
    .set(({ fn, selectFrom, ref }) => ({
      consumedAt: at,
      expiresAt: fn.coalesce(
        selectFrom('oauth_grant').select('oauth_grant.expiresAt').whereRef('oauth_grant.id', '=', 'oauth_artifact.grantId'),
        ref('expiresAt'),
      ),
    }))
    .where('model', '=', model)
    .where('digest', '=', digest)
    .where('consumedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Notes what has replaced a used artifact. */
export async function noteSuccessor(
  em: Em,
  { model, digest, ...successor }: ArtifactName & { sealedSuccessor: Buffer; successorDigest: Buffer },
): Promise<void> {
  await tables(em).updateTable('oauth_artifact').set(successor).where('model', '=', model).where('digest', '=', digest).execute()
}

/** Deletes an artifact. */
export async function deleteArtifact(em: Em, { model, digest }: ArtifactName): Promise<void> {
  await tables(em).deleteFrom('oauth_artifact').where('model', '=', model).where('digest', '=', digest).execute()
}

/** Deletes the artifacts of one model that a grant has. */
export async function deleteOfGrant(em: Em, { model, grantId }: { model: string; grantId: string }): Promise<void> {
  await tables(em).deleteFrom('oauth_artifact').where('model', '=', model).where('grantId', '=', grantId).execute()
}

/** Forgets artifacts that expired before `until`. */
export async function forgetArtifacts(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em).deleteFrom('oauth_artifact').where('expiresAt', '<', until).execute()
}

/** Forgets the successors of what was used before `until`. */
export async function forgetSuccessors(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em)
    .updateTable('oauth_artifact')
    .set({ sealedSuccessor: null })
    .where('consumedAt', '<', until)
    .where('sealedSuccessor', 'is not', null)
    .execute()
}
