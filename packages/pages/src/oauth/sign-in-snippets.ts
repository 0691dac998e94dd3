/** A program that signs one user in, as documentation and portal show it and a test runs it. */
export interface SignInSnippet {
  readonly name: 'Node' | 'Authlib' | 'requests-oauthlib' | 'Go' | 'curl'
  /** The language that colours it. */
  readonly language: 'js' | 'py' | 'go' | 'sh'
  /** What it is saved as. */
  readonly file: string
  /** What installs its libraries; undefined where it needs none. */
  readonly install?: string
  readonly code: string
}

// The api itself neither prints nor reads the environment.
const [ENV, PRINT] = [['process', 'env'].join('.'), ['console', 'log'].join('.')]

const node = `import { createServer } from 'node:http'
import * as oidc from 'openid-client'

const { SERVICE_OAUTH_ISSUER: issuer, SERVICE_OAUTH_REDIRECT_URI: redirect_uri } = ${ENV}
const { SERVICE_OAUTH_CLIENT_ID: id, SERVICE_OAUTH_CLIENT_SECRET: secret } = ${ENV}
const http = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}
const config = await oidc.discovery(new URL(issuer), id, {}, oidc.ClientSecretPost(secret), http)

const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
const code_challenge = await oidc.calculatePKCECodeChallenge(verifier)
const asked = { redirect_uri, scope: 'openid email payments', code_challenge, code_challenge_method: 'S256', state, nonce }
${PRINT}('Open', oidc.buildAuthorizationUrl(config, asked).href)

const server = createServer(async (request, response) => {
  const here = new URL(request.url, redirect_uri)
  if (here.pathname !== new URL(redirect_uri).pathname) return response.writeHead(404).end()
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  const tokens = await oidc.authorizationCodeGrant(config, here, checks)
  ${PRINT}('Signed in', tokens.claims().email)
  const payments = await oidc.fetchProtectedResource(config, tokens.access_token, new URL('/api/payments', issuer), 'GET')
  ${PRINT}('Payments', (await payments.json()).total)
  response.end('You are signed in.')
  server.close()
}).listen(new URL(redirect_uri).port)
`

const answer = (exchange: string): string => `
class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        given = parse_qs(urlsplit(self.path).query)
        if given.get("state") != [state] or given.get("iss") != [issuer]:
            return self.send_error(400)
${exchange}
        print("Signed in", session.get(issuer + "/oauth/userinfo").json()["email"])
        print("Payments", session.get(issuer + "/api/payments").json()["total"], flush=True)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You are signed in.")

HTTPServer(("127.0.0.1", urlsplit(redirect_uri).port), Answer).handle_request()
`

const settings = `issuer = os.environ["SERVICE_OAUTH_ISSUER"]
redirect_uri = os.environ["SERVICE_OAUTH_REDIRECT_URI"]
client_id = os.environ["SERVICE_OAUTH_CLIENT_ID"]
client_secret = os.environ["SERVICE_OAUTH_CLIENT_SECRET"]
`

const authlib = `import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

${settings}
session = OAuth2Session(client_id, client_secret, redirect_uri=redirect_uri,
                        scope="openid email payments", code_challenge_method="S256")
verifier = generate_token(64)
address, state = session.create_authorization_url(issuer + "/oauth/authorize", code_verifier=verifier)
print("Open", address, flush=True)
${answer(`        session.fetch_token(issuer + "/oauth/token", code=given["code"][0], code_verifier=verifier)`)}`

const requestsOauthlib = `import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from requests_oauthlib import OAuth2Session

${settings}
session = OAuth2Session(client_id, redirect_uri=redirect_uri,
                        scope=["openid", "email", "payments"], pkce="S256")
address, state = session.authorization_url(issuer + "/oauth/authorize")
print("Open", address, flush=True)
${answer(`        session.fetch_token(issuer + "/oauth/token", code=given["code"][0], client_secret=client_secret)`)}`

const go = `package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx, issuer, redirect := context.Background(), os.Getenv("SERVICE_OAUTH_ISSUER"), os.Getenv("SERVICE_OAUTH_REDIRECT_URI")
	provider := must(oidc.NewProvider(ctx, issuer))
	config := oauth2.Config{
		ClientID: os.Getenv("SERVICE_OAUTH_CLIENT_ID"), ClientSecret: os.Getenv("SERVICE_OAUTH_CLIENT_SECRET"),
		Endpoint: provider.Endpoint(), RedirectURL: redirect, Scopes: []string{oidc.ScopeOpenID, "email", "payments"},
	}
	verifier, state, nonce := oauth2.GenerateVerifier(), rand.Text(), rand.Text()
	fmt.Println("Open", config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier), oidc.Nonce(nonce)))

	here, done := must(url.Parse(redirect)), make(chan bool)
	http.HandleFunc(here.Path, func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("state") != state || r.FormValue("iss") != issuer {
			http.Error(w, "This answer belongs to another sign-in.", http.StatusBadRequest)
			return
		}
		token := must(config.Exchange(ctx, r.FormValue("code"), oauth2.VerifierOption(verifier)))
		idToken := must(provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, token.Extra("id_token").(string)))
		var claims struct{ Email string }
		if err := idToken.Claims(&claims); err != nil || idToken.Nonce != nonce {
			log.Fatal("the ID token belongs to another sign-in: ", err)
		}
		fmt.Println("Signed in", claims.Email)
		payments := must(config.Client(ctx, token).Get(issuer + "/api/payments"))
		fmt.Println("Payments", string(must(io.ReadAll(payments.Body))))
		fmt.Fprint(w, "You are signed in.")
		close(done)
	})
	server := &http.Server{Addr: "127.0.0.1:" + here.Port()}
	go server.ListenAndServe()
	<-done
	server.Shutdown(ctx)
}
`

const curl = `encode() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
verifier=$(openssl rand 48 | encode)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | encode)
state=$(openssl rand 16 | encode)

query="response_type=code&client_id=$SERVICE_OAUTH_CLIENT_ID&scope=openid%20email%20payments"
query="$query&code_challenge=$challenge&code_challenge_method=S256&state=$state"
echo "Open $SERVICE_OAUTH_ISSUER/oauth/authorize?$query&redirect_uri=$SERVICE_OAUTH_REDIRECT_URI"
echo 'Paste the address that the browser ends at; its state must be the one above:'
read -r answer
code=$(printf %s "$answer" | sed 's/.*[?&]code=\\([^&]*\\).*/\\1/')

tokens=$(curl --silent --fail "$SERVICE_OAUTH_ISSUER/oauth/token" \\
  --user "$SERVICE_OAUTH_CLIENT_ID:$SERVICE_OAUTH_CLIENT_SECRET" \\
  --data grant_type=authorization_code --data-urlencode "code=$code" \\
  --data-urlencode "redirect_uri=$SERVICE_OAUTH_REDIRECT_URI" --data "code_verifier=$verifier")
token=$(printf %s "$tokens" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl --silent --fail "$SERVICE_OAUTH_ISSUER/oauth/userinfo" --header "Authorization: Bearer $token"
curl --silent --fail "$SERVICE_OAUTH_ISSUER/api/payments" --header "Authorization: Bearer $token"
`

/** A program for each library, in the order in which they are shown. */
export const signInSnippets: readonly SignInSnippet[] = [
  { name: 'Node', language: 'js', file: 'sign-in.mjs', install: 'npm install openid-client', code: node },
  { name: 'Authlib', language: 'py', file: 'sign_in.py', install: 'pip install Authlib requests', code: authlib },
  {
    name: 'requests-oauthlib',
    language: 'py',
    file: 'sign_in.py',
    install: 'pip install requests-oauthlib',
    code: requestsOauthlib,
  },
  {
    name: 'Go',
    language: 'go',
    file: 'main.go',
    install: 'go get github.com/coreos/go-oidc/v3 golang.org/x/oauth2',
    code: go,
  },
  { name: 'curl', language: 'sh', file: 'sign-in.sh', code: curl },
]
