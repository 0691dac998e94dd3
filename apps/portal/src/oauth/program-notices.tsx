import { Notice } from '../ui/notice.tsx'

interface ProgramNoticesProps {
  readonly client: { readonly scopes: readonly string[]; readonly public: boolean }
}

/** What the programs ask for. */
const asked = ['openid', 'email', 'payments']

/** What has to be changed before the programs work for a client that has no secret, or that may not ask for all they ask for. */
export function ProgramNotices({ client: { scopes, public: isPublic } }: ProgramNoticesProps) {
  const lacking = asked.filter((scope) => !scopes.includes(scope))
  return (
    <>
      {lacking.length > 0 && (
        <Notice state="held" fact={`The programs ask for ${lacking.join(' and ')}, which this client may not`} isFlat>
          Take it out of the program with what it reads, or allow it in the settings of the client: else the sign-in ends with
          invalid_scope.
        </Notice>
      )}
      {isPublic && (
        <Notice state="held" fact="The programs are for a server, and send a secret" isFlat>
          A public client has none: leave it out. PKCE alone binds the sign-in.
        </Notice>
      )}
    </>
  )
}
