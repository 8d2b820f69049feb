-- Where the products of the platform are sold; the application asks the same by saleTo.ts.

-- Whether what the rule of a product says sells it where somebody lives. Who has not reported where is sold nothing.
CREATE OR REPLACE FUNCTION is_sold_in(p_sale jsonb, p_country text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_country IS NOT NULL AND (p_sale ->> 'open')::boolean AND p_country <> ALL (string_to_array(p_sale ->> 'closedIn', ',')), false)
$$;

-- Whether a product is sold where a member lives.
CREATE OR REPLACE FUNCTION is_sold_to(p_product text, p_member bigint, p_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT is_sold_in(r.value, m.country) FROM rule_at('productSale', p_product, p_at) r JOIN member m ON m.id = p_member),
    false)
$$;

GRANT EXECUTE ON FUNCTION is_sold_in, is_sold_to TO trellis_app;
