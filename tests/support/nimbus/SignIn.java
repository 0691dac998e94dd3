import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CompletableFuture;

/** Signs one user in with the library of Nimbus, refreshes, lists payments, and revokes what it was given. */
public class SignIn {
  private static final Issuer ISSUER = new Issuer(System.getenv("SERVICE_OAUTH_ISSUER"));
  private static final URI REDIRECT_URI = URI.create(System.getenv("SERVICE_OAUTH_REDIRECT_URI"));
  private static final ClientID CLIENT = new ClientID(System.getenv("SERVICE_OAUTH_CLIENT_ID"));
  private static final ClientAuthentication SECRET =
      new ClientSecretBasic(CLIENT, new Secret(System.getenv("SERVICE_OAUTH_CLIENT_SECRET")));

  public static void main(String[] none) throws Exception {
    OIDCProviderMetadata provider = OIDCProviderMetadata.resolve(ISSUER);
    CodeVerifier verifier = new CodeVerifier();
    State state = new State();
    Nonce nonce = new Nonce();
    AuthenticationRequest asked =
        new AuthenticationRequest.Builder(ResponseType.CODE, new Scope("openid", "email", "payments"), CLIENT, REDIRECT_URI)
            .endpointURI(provider.getAuthorizationEndpointURI())
            .state(state)
            .nonce(nonce)
            .codeChallenge(verifier, CodeChallengeMethod.S256)
            .build();
    AuthorizationCode code = await(asked, state);
    OIDCTokens tokens = exchange(provider, new AuthorizationCodeGrant(code, REDIRECT_URI, verifier));
    IDTokenClaimsSet user = check(provider, tokens, nonce);
    HTTPRequest info = new UserInfoRequest(provider.getUserInfoEndpointURI(), tokens.getAccessToken()).toHTTPRequest();
    String email = UserInfoResponse.parse(info.send()).toSuccessResponse().getUserInfo().getEmailAddress();
    require(email.equals(user.getStringClaim("email")), "the e-mail address of the ID token is another one");
    System.out.println("Signed in " + email);

    OIDCTokens fresh = exchange(provider, new RefreshTokenGrant(tokens.getRefreshToken()));
    require(check(provider, fresh, nonce).getSubject().equals(user.getSubject()), "the subject is another one");
    HTTPRequest payments = new HTTPRequest(HTTPRequest.Method.GET, URI.create(ISSUER + "/api/payments"));
    payments.setAuthorization(fresh.getAccessToken().toAuthorizationHeader());
    System.out.println("Payments " + payments.send().getBodyAsJSONObject().get("total"));

    URI revocation = provider.getRevocationEndpointURI();
    int revoked = new TokenRevocationRequest(revocation, SECRET, fresh.getRefreshToken()).toHTTPRequest().send().getStatusCode();
    require(revoked == 200, "revocation answers " + revoked);
    String refused = ask(provider, new RefreshTokenGrant(fresh.getRefreshToken())).toErrorResponse().getErrorObject().getCode();
    System.out.println("Revoked, then " + refused);
  }

  /** Asks the user to open an address, and waits for the code that comes back. */
  private static AuthorizationCode await(AuthenticationRequest asked, State state) throws Exception {
    CompletableFuture<URI> back = new CompletableFuture<>();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", REDIRECT_URI.getPort()), 0);
    server.createContext(REDIRECT_URI.getPath(), exchange -> {
      byte[] said = "You are signed in.".getBytes();
      exchange.sendResponseHeaders(200, said.length);
      exchange.getResponseBody().write(said);
      exchange.close();
      back.complete(REDIRECT_URI.resolve(exchange.getRequestURI()));
    });
    server.start();
    System.out.println("Open " + asked.toURI());
    AuthenticationResponse response = AuthenticationResponseParser.parse(back.get());
    server.stop(0);
    AuthenticationSuccessResponse given = response.toSuccessResponse();
    require(state.equals(given.getState()), "the state is another one");
    require(ISSUER.equals(given.getIssuer()), "the issuer is another one");
    return given.getAuthorizationCode();
  }

  private static TokenResponse ask(OIDCProviderMetadata provider, AuthorizationGrant grant) throws Exception {
    TokenRequest request = new TokenRequest.Builder(provider.getTokenEndpointURI(), SECRET, grant).build();
    return OIDCTokenResponseParser.parse(request.toHTTPRequest().send());
  }

  private static OIDCTokens exchange(OIDCProviderMetadata provider, AuthorizationGrant grant) throws Exception {
    TokenResponse answer = ask(provider, grant);
    require(answer.indicatesSuccess(), "no tokens");
    return (OIDCTokens) answer.toSuccessResponse().getTokens();
  }

  /** Checks the ID token with the published keys, and that it belongs to the access token. */
  private static IDTokenClaimsSet check(OIDCProviderMetadata provider, OIDCTokens tokens, Nonce nonce) throws Exception {
    IDTokenValidator validator = new IDTokenValidator(ISSUER, CLIENT, JWSAlgorithm.RS256, provider.getJWKSetURI().toURL());
    IDTokenClaimsSet claims = validator.validate(tokens.getIDToken(), nonce);
    AccessTokenValidator.validate(tokens.getAccessToken(), JWSAlgorithm.RS256, claims.getAccessTokenHash());
    return claims;
  }

  private static void require(boolean isTrue, String complaint) {
    if (!isTrue) throw new IllegalStateException(complaint);
  }
}
