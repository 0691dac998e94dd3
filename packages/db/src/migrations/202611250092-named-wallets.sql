-- businesses: every wallet that a merchant names, so that its chain is asked once whether it holds code there; whoever commits wallets writes it
DROP TABLE contract_wallet;
CREATE TABLE named_wallet (
  chain text NOT NULL,
  address text NOT NULL,
  is_contract boolean,
  -- Asked for by address: one is hardly ever a wallet on two chains.
  PRIMARY KEY (address, chain)
);
CREATE INDEX named_wallet_unseen ON named_wallet (chain) WHERE is_contract IS NULL;
INSERT INTO named_wallet (chain, address) SELECT DISTINCT chain, address FROM wallet_commit WHERE address IS NOT NULL;

CREATE FUNCTION wallet_named() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.named_wallet (chain, address) VALUES (NEW.chain, NEW.address) ON CONFLICT (address, chain) DO UPDATE SET is_contract = NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION wallet_named() FROM PUBLIC;
CREATE TRIGGER wallet_commit_named AFTER INSERT ON wallet_commit FOR EACH ROW WHEN (NEW.address IS NOT NULL) EXECUTE FUNCTION wallet_named();
