-- | The selection functions of Johannes Hartmann and Jeremy Gibbons, /Alpha Beta Pruning with the Selection Monad/, on random
-- trees that are larger than those of @tests/data/vectors.jsonl@, and on the smallest.
--
-- It wrote @tests/data/selection_monad.jsonl@, to which @tests/selection_under_ghc.rs@ holds Plyscope, under GHC 9.0.2:
--
-- > ghc -O0 -outputdir /tmp/selection -o /tmp/selection/selection Selection.hs
-- > /tmp/selection/selection > ../selection_monad.jsonl
--
-- 'betaMinWith' and 'minWithABJ' have the corrected rule: MIN stops where @r <= a@, and lowers @b@.
--
-- Each line of the output is a tree with what came of it: the path of the play, and the leaves in the order in which they were
-- judged, or their number where J judged them again and again. Without bounds that order is one of evaluation, and only the set
-- of leaves says something.
module Main (main) where

import Data.IORef
import Data.List (intercalate)
import System.IO.Unsafe (unsafePerformIO)

-- * The monads' sequences

type J r a = (a -> r) -> a

sequenceJ :: ([a] -> Maybe (J r a)) -> [a] -> J r [a]
sequenceJ es h p = case es h of
  Nothing -> []
  Just e -> x : f x
    where
      x = e (\y -> p (y : f y))
      f y = sequenceJ es (h ++ [y]) (\ys -> p (y : ys))

-- | @GK r a = forall b. (a -> (r, b)) -> (r, b)@, at the @b@ that is wanted.
type GK r b a = (a -> (r, b)) -> (r, b)

sequenceGK :: ([a] -> Maybe (GK r b a)) -> [a] -> GK r b [a]
sequenceGK es h p = case es h of
  Nothing -> p []
  Just e -> e (\x -> sequenceGK es (h ++ [x]) (\xs -> p (x : xs)))

-- * Without bounds

maxWithJ, minWithJ :: Ord r => [a] -> J r a
maxWithJ xs p = foldr1 (\x y -> if p x >= p y then x else y) xs
minWithJ xs p = foldr1 (\x y -> if p x <= p y then x else y) xs

maxWith, minWith :: Ord r => [a] -> GK r b a
maxWith xs p = foldr1 (\(r, x) (s, y) -> if r >= s then (r, x) else (s, y)) (map p xs)
minWith xs p = foldr1 (\(r, x) (s, y) -> if r <= s then (r, x) else (s, y)) (map p xs)

-- * With bounds

type Within r a = (r, r, a)

alphaMaxWith, betaMinWith :: Ord r => (r, r) -> [a] -> GK r c (Within r a)
alphaMaxWith _ [] _ = error "a node has children"
alphaMaxWith (a0, b) (x0 : xs0) p = go (max a0 r0) (r0, y0) xs0
  where
    (r0, y0) = p (a0, b, x0)
    go _ (r, y) xs | r >= b || null xs = (r, y)
    go a (r, y) xs = let (s, z) = p (a, b, head xs) in go (max a s) (if r >= s then (r, y) else (s, z)) (tail xs)
betaMinWith _ [] _ = error "a node has children"
betaMinWith (a, b0) (x0 : xs0) p = go (min b0 r0) (r0, y0) xs0
  where
    (r0, y0) = p (a, b0, x0)
    go _ (r, y) xs | r <= a || null xs = (r, y)
    go b (r, y) xs = let (s, z) = p (a, b, head xs) in go (min b s) (if r <= s then (r, y) else (s, z)) (tail xs)

maxWithABJ, minWithABJ :: Ord r => (r, r) -> [a] -> J r (Within r a)
maxWithABJ ab xs p = snd (alphaMaxWith ab xs (\x -> (p x, x)))
minWithABJ ab xs p = snd (betaMinWith ab xs (\x -> (p x, x)))

-- * On trees

data Player = Max | Min deriving (Eq)

data Tree = Leaf Int Int | Branch [Tree]

-- | The leaves judged, the last one first, by their numbers from the left.
judged :: IORef [Int]
judged = unsafePerformIO (newIORef [])
{-# NOINLINE judged #-}

-- | The value of the leaf to which a play leads.
judge :: Tree -> [Int] -> Int
judge tree play = case foldl at tree play of
  Leaf number value -> unsafePerformIO (modifyIORef' judged (number :) >> return value)
  Branch _ -> error "the play ends at a leaf"
{-# NOINLINE judge #-}

at :: Tree -> Int -> Tree
at (Branch sub) x = sub !! x
at leaf _ = leaf

-- | Who moves after a history, and the places of the children there.
options :: Player -> Tree -> [Int] -> Maybe (Player, [Int])
options root tree h = case foldl at tree h of
  Leaf _ _ -> Nothing
  Branch sub -> Just (if even (length h) == (root == Max) then Max else Min, [0 .. length sub - 1])

plainJ, boundedJ, plainGK, boundedGK :: Player -> Tree -> [Int]
plainJ root tree = sequenceJ es [] (judge tree)
  where
    es h = (\(player, xs) -> if player == Max then maxWithJ xs else minWithJ xs) <$> options root tree h
boundedJ root tree = map place (sequenceJ es [] (judge tree . map place))
  where
    es h = (\(player, xs) -> if player == Max then maxWithABJ (bounds h) xs else minWithABJ (bounds h) xs) <$> options root tree (map place h)
plainGK root tree = forced (sequenceGK es [] (\play -> (judge tree play, play)))
  where
    es h = (\(player, xs) -> if player == Max then maxWith xs else minWith xs) <$> options root tree h
boundedGK root tree = forced (sequenceGK es [] (\play -> (judge tree (map place play), map place play)))
  where
    es h = (\(player, xs) -> if player == Max then alphaMaxWith (bounds h) xs else betaMinWith (bounds h) xs) <$> options root tree (map place h)

-- | The play, when its value is known.
forced :: (Int, [Int]) -> [Int]
forced (r, play) = r `seq` play

place :: Within r a -> a
place (_, _, x) = x

-- | The bounds with which the last choice was judged; at the root there are none.
bounds :: [Within Int a] -> (Int, Int)
bounds [] = (minBound, maxBound)
bounds h = let (a, b, _) = last h in (a, b)

-- * Random trees

-- | Random numbers, by the generator of Park and Miller.
draw :: Int -> Int -> (Int, Int)
draw bound state = (next `div` 7 `mod` bound, next)
  where
    next = state * 16807 `mod` 2147483647

-- | A tree of this depth whose nodes have from @least@ to @most@ children, its values from -spread to spread; its next leaf's number
-- and the next state of the random numbers.
randomTree :: (Int, Int) -> Int -> Int -> (Int, Int) -> (Tree, (Int, Int))
randomTree _ spread 0 (leaf, s0) = let (v, s) = draw (2 * spread + 1) s0 in (Leaf leaf (v - spread), (leaf + 1, s))
randomTree (least, most) spread depth (leaf, s0) = let (sub, end) = several (least + extra) (leaf, s) in (Branch sub, end)
  where
    (extra, s) = draw (most - least + 1) s0
    several 0 from = ([], from)
    several k from =
      let (tree, next) = randomTree (least, most) spread (depth - 1) from
          (rest, end) = several (k - 1 :: Int) next
       in (tree : rest, end)

json :: Tree -> String
json (Leaf _ v) = show v
json (Branch sub) = "[" ++ intercalate "," (map json sub) ++ "]"

run :: Bool -> (Player -> Tree -> [Int]) -> Player -> Tree -> IO String
run inOrder select root tree = do
  writeIORef judged []
  let play = select root tree
  sum play `seq` return ()
  order <- reverse <$> readIORef judged
  return ("[" ++ show play ++ "," ++ (if inOrder then show order else show (length order)) ++ "]")

main :: IO ()
main = mapM_ line (zip3 shapes (cycle [Max, Min, Min, Max]) [7, 1007 ..])
  where
    shapes =
      [((1, 1), 0, 9), ((1, 1), 0, 9), ((1, 1), 1, 9), ((2, 2), 1, 9), ((5, 5), 1, 2), ((9, 9), 1, 50), ((1, 1), 7, 9)]
        ++ [((3, 3), 6, 99), ((3, 3), 6, 99), ((3, 3), 6, 2), ((2, 2), 9, 20), ((2, 2), 9, 99), ((1, 4), 6, 9), ((1, 4), 6, 99), ((6, 6), 4, 99), ((6, 6), 4, 4)]
    line ((branching, depth, spread), root, seed) = do
      let (tree, _) = randomTree branching spread depth (0, seed)
      fields <- sequence [run False plainJ root tree, run False boundedJ root tree, run True plainGK root tree, run True boundedGK root tree]
      let names = ["selection-j", "selection-j-alpha-beta", "selection-gk", "selection-gk-alpha-beta"]
          runs = intercalate "," (zipWith (\name text -> show name ++ ":" ++ text) names fields)
      putStrLn ("{\"root\":" ++ (if root == Max then "\"max\"" else "\"min\"") ++ ",\"tree\":" ++ json tree ++ ",\"runs\":{" ++ runs ++ "}}")
