import { addressBytes, BadCidr, PUBLIC_ONLY, parseCidr, parseCidrs, refusal } from "../../src/net/address";

describe("which addresses a tenant's URL may reach", () => {
  const refusedOnes = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "203.0.113.9",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:169.254.169.254",
    "0:0:0:0:0:ffff:a00:1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "[::1]",
  ];
  const fine = [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2606:4700::1111",
    "2a00:1450:4001:82b::200e",
    "2001:200::1",
  ];
  test.each(refusedOnes)("%s is refused", (address) => expect(refusal(address, PUBLIC_ONLY)).not.toBeNull());
  test.each(fine)("%s is reachable", (address) => expect(refusal(address, PUBLIC_ONLY)).toBeNull());

  test("text that is no address is refused, not guessed at", () => {
    for (const text of ["", "localhost", "127.1", "0x7f.0.0.1", "1.2.3.4.5", "::g"]) {
      expect(refusal(text, PUBLIC_ONLY)).toBe("not an address");
    }
  });

  test("the operator may open a range, in IPv4 and as its IPv4-mapped form, and nothing beside it", () => {
    const policy = { allow: parseCidrs("10.20.0.0/15, fd12:3456::/32 127.0.0.1") };
    for (const address of ["10.20.0.1", "10.21.255.255", "::ffff:10.20.0.1", "fd12:3456:ffff::1", "127.0.0.1"]) {
      expect(refusal(address, policy)).toBeNull();
    }
    for (const address of ["10.19.255.255", "10.22.0.0", "fd12:3457::1", "127.0.0.2"]) {
      expect(refusal(address, policy)).not.toBeNull();
    }
  });

  test("bytes of an address, however it is written", () => {
    expect(addressBytes("1.2.3.4")).toEqual([1, 2, 3, 4]);
    expect(addressBytes("::ffff:1.2.3.4")).toEqual([1, 2, 3, 4]);
    expect(addressBytes("2001:db8::1:0:a")).toEqual([0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 10]);
    expect(addressBytes("1::")).toEqual([0, 1, ...new Array(14).fill(0)]);
  });

  test("a list that cannot be read names the entry", () => {
    expect(() => parseCidrs("10.0.0.0/8,elsewhere/8")).toThrow(/"elsewhere\/8" is not an address range/);
    expect(() => parseCidr("10.0.0.0/33")).toThrow(BadCidr);
    expect(() => parseCidr("::ffff:10.0.0.0/8")).toThrow(BadCidr);
    expect(parseCidr("::ffff:10.0.0.0/104").prefix_bits).toBe(8);
    expect(parseCidrs(undefined)).toEqual([]);
    expect(parseCidrs(" ")).toEqual([]);
  });
});
