-- While a release is rolled out, a page asks whose browser it is before anybody has logged in.
CREATE INDEX member_device_token ON member_device (token_hash, last_seen_at);
