#!/bin/sh
# Starts a Ceph object store in a folder, for tests: one monitor, one store in memory, one gateway that speaks S3.
# Usage: s3-server.sh FOLDER PORT. It also uses the two ports after PORT. FOLDER/run has the pid files.
set -e
D=$1
P=$2
mkdir -p "$D/mon" "$D/osd" "$D/run"
FS=$(cat /proc/sys/kernel/random/uuid)
ID=$(cat /proc/sys/kernel/random/uuid)
cat > "$D/ceph.conf" <<X
[global]
fsid = $FS
mon host = v2:127.0.0.1:$((P + 1)),v1:127.0.0.1:$((P + 2))
public addr = 127.0.0.1
keyring = $D/ring
run dir = $D/run
pid file = $D/run/\$name.pid
admin socket = $D/run/\$name.asok
log file = $D/\$name.log
osd pool default size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 10000
mon data = $D/mon
osd data = $D/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd class update on start = false
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$P
rgw data = $D
X
C="-c $D/ceph.conf"
R=$D/ring
# Without cephx the gateway never connects.
ceph-authtool -C "$R" --gen-key -n mon. --cap mon 'allow *' > /dev/null
for k in client.admin client.rgw osd.0; do
  ceph-authtool "$R" --gen-key -n $k --cap mon 'allow *' --cap osd 'allow *' > /dev/null
done
monmaptool --create --fsid "$FS" --addv a "[v2:127.0.0.1:$((P + 1)),v1:127.0.0.1:$((P + 2))]" "$D/monmap" > /dev/null
ceph-mon $C --mkfs -i a --monmap "$D/monmap" --keyring "$R"
ceph-mon $C -i a
ceph $C osd new "$ID" 0 > /dev/null
ceph-osd $C -i 0 --mkfs --osd-uuid "$ID" 2> /dev/null
ceph $C osd crush add-bucket default root 2> /dev/null || true
ceph $C osd crush add osd.0 1 root=default 2> /dev/null
ceph-osd $C -i 0 2> /dev/null
radosgw $C -n client.rgw
tries=0
until curl -so /dev/null "127.0.0.1:$P"; do
  tries=$((tries + 1))
  [ $tries -lt 1200 ]
  sleep 0.1
done
radosgw-admin $C user create --uid=test --display-name=test --access-key=testkey --secret-key=testsecret > /dev/null
