# Starts a program in a separate root directory. Runs as the first process of new mount and process
# namespaces (unshare --mount --pid --fork); used where bubblewrap is not installed.
#   sh enter-root.sh MOUNT_POINT [r:FILE | w:FOLDER | p:FOLDER]... -- PROGRAM [ARG]...
# r: a file that can be read; w: a folder that can be written to; p: a folder of programs and libraries, read only.
set -e
umask 022
root=$1
shift
mount -t tmpfs -o size=1m,mode=755 none "$root"
cd "$root"
mkdir usr dev etc tmp proc
mount -t proc -o nosuid,nodev,noexec proc proc
read_only() {
  mount --bind "$1" ".$1"
  mount -o remount,bind,ro ".$1"
}
read_only /usr
for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then cp -P "/$name" "$name"
  elif [ -e "/$name" ]; then mkdir "$name" && read_only "/$name"
  fi
done
if [ -e /etc/ld.so.cache ]; then : > etc/ld.so.cache && read_only /etc/ld.so.cache; fi
# Debian reaches some of ffmpeg's libraries through links in this folder.
if [ -d /etc/alternatives ]; then mkdir etc/alternatives && read_only /etc/alternatives; fi
for name in null zero urandom; do : > "dev/$name" && mount --bind "/dev/$name" "dev/$name"; done
while [ "$1" != -- ]; do
  path=${1#?:}
  case $1 in
    r:*) mkdir -p ".$(dirname "$path")" && : > ".$path" && read_only "$path" ;;
    p:*) mkdir -p ".$path" && read_only "$path" ;;
    w:*) mkdir -p ".$path" && mount --bind "$path" ".$path" ;;
  esac
  shift
done
shift
mkdir .old
pivot_root . .old
cd /
umount -l /.old
rmdir /.old
mount -o remount,ro /
exec "$@"
