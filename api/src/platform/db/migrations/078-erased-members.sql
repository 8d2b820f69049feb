-- Members who were erased at their own request (service/erasure): what said who they were is gone, and does not come back.
ALTER TABLE member ADD COLUMN erased_at timestamptz;
ALTER TABLE member ADD CONSTRAINT member_erased CHECK (erased_at IS NULL
  OR num_nonnulls(google_secret, anti_phishing_code, time_zone, country) = 0 AND email = username || '@erased.invalid');
