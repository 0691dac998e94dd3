// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow, Task, TaskSource} from "./Escrow.sol";
import {tokenBalance} from "./TokenCalls.sol";

/// @notice The immutable terms that an escrow address commits to.
struct EscrowTerms {
    bytes32 id;
    address depositor;
    address beneficiary;
    /// Zero: the native coin.
    address token;
    uint256 amount;
    address feeReceiver;
    /// Share of the amount that a release pays to the fee receiver, at most 1 000.
    uint256 feeBps;
    /// Signs decisions. Zero: there is no decider.
    address decider;
    /// releaseHash(id, release token). Zero: there is no release token.
    bytes32 releaseHash;
    /// Unix time after which a refund needs no proof.
    uint256 deadline;
    /// The only chain on which a release exists.
    uint256 chainId;
}

enum Outcome {
    None,
    Release,
    Refund
}

/// @notice The recorded state of an escrow. No state leads back to an earlier one.
enum State {
    Undecided,
    /// The release could not be paid yet. The amount waits for the beneficiary without limit.
    ReleaseDue,
    /// The beneficiary was paid. Every later deposit belongs to the depositor.
    Released,
    /// The deposit and every later one belong to the depositor.
    Refunded
}

/// @notice The proof of an outcome.
enum Exit {
    Signature,
    ReleaseToken,
    Deadline,
    OtherChain
}

/// @notice An outcome with its proof: the decider's signature (65 bytes), the release token (32 bytes), or no bytes for a refund after the
/// deadline, a refund on another chain, and an outcome that is already recorded.
struct Settlement {
    EscrowTerms terms;
    Outcome outcome;
    bytes proof;
}

/// @title EscrowFactory: escrow addresses without keys
/// @notice An escrow address is CREATE2(factory, id, keccak256(Escrow's init code with the other terms)). It has three exits: the decider's
/// signature, the release token, and a refund after the deadline. The first valid outcome is recorded permanently. Any account may settle;
/// only the parties of the address are paid. There is no owner, no setting and no upgrade.
/// @dev Deployed through the deterministic CREATE2 deployer without constructor arguments, the factory and therefore every escrow has one
/// address on all chains. An escrow's own storage is deleted with it, so outcomes are kept here. Before an outcome is recorded, no code ever
/// runs at an escrow address.
contract EscrowFactory is TaskSource {
    uint256 private constant MAX_FEE_BPS = 1000;
    uint256 private constant MAX_ITEMS = 50;

    /// @dev Minimum gas of a settlement. A call with less reverts, so PayoutFailed never means that the caller sent too little gas.
    uint256 private constant ITEM_GAS = 300_000;
    uint256 private constant MAX_REASON_BYTES = 256;

    uint256 private constant RUNNING = 1 << 160;
    uint256 private constant TASK_SHIFT = 161;

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant DOMAIN_NAME = keccak256("EscrowFactory");
    bytes32 private constant DOMAIN_VERSION = keccak256("1");
    bytes32 private constant DECISION_TYPE = keccak256("Decision(address escrow,uint8 outcome)");
    bytes32 private constant RELEASE_TAG = keccak256("EscrowFactory release token 1");

    /// @dev Half the order of the curve: of two equivalent signatures only the one with the lower s is valid.
    uint256 private constant MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @notice The recorded state of an escrow address.
    mapping(address escrow => State) public stateOf;

    /// @dev Zero, or RUNNING with a task and its token. Transient (EIP-1153): it costs no storage and cannot stay locked.
    uint256 private transient _job;

    /// @notice The outcome is recorded and final, also when its payout fails.
    event Decided(address indexed escrow, Outcome outcome, Exit by);
    /// @notice The outcome is recorded, but its money is still at the escrow. The reason is cut after 256 bytes.
    event PayoutFailed(address indexed escrow, address indexed token, bytes reason);
    /// @notice This item of a batch failed and changed nothing.
    event SettleFailed(address indexed escrow, bytes reason);

    error InvalidTerms();
    error InvalidOutcome();
    error InvalidSignature();
    error InvalidReleaseToken();
    error OtherOutcome(State state);
    error NotFunded();
    error NotDecided();
    error NotReleased();
    error BeforeDeadline();
    error WrongChain();
    error AlreadyRun(address account);
    error TooManyItems();
    error NotEnoughGas();
    error OnlyItself();
    error Locked();

    modifier locked() {
        if (_job != 0) revert Locked();
        _job = RUNNING;
        _;
        _job = 0;
    }

    /// @notice The escrow address of these terms. Reverts for terms that cannot be released.
    function addressOf(EscrowTerms calldata terms) external view returns (address) {
        _requireReleasable(terms);
        return _addressOf(terms.id, _initCode(terms));
    }

    /// @notice The release hash of an id and a release token of 32 random bytes.
    function releaseHash(bytes32 id, bytes32 releaseToken) public pure returns (bytes32) {
        return keccak256(abi.encode(RELEASE_TAG, id, releaseToken));
    }

    /// @notice The digest that the decider signs (EIP-712).
    function decisionDigest(address escrow, Outcome outcome) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, DOMAIN_NAME, DOMAIN_VERSION, block.chainid, address(this)));
        return keccak256(abi.encodePacked(bytes2(0x1901), domain, keccak256(abi.encode(DECISION_TYPE, escrow, outcome))));
    }

    /// @inheritdoc TaskSource
    function currentTask() external view returns (Task task, address token) {
        uint256 job = _job;
        return (Task(job >> TASK_SHIFT), address(uint160(job)));
    }

    /// @notice Records an outcome and pays it. For an outcome that is already recorded the proof is ignored: an unpaid release is retried, and
    /// later deposits are returned to the depositor.
    /// @dev Succeeds when only the payout fails: see PayoutFailed.
    function settle(EscrowTerms calldata terms, Outcome outcome, bytes calldata proof) external locked {
        if (gasleft() < ITEM_GAS) revert NotEnoughGas();
        _settle(terms, outcome, proof);
    }

    /// @notice Settles up to 50 escrows. An item that fails is announced by SettleFailed, the others go on.
    /// @dev An item may use its equal share of the gas that is left and what earlier items left over.
    function settleMany(Settlement[] calldata items) external locked {
        if (items.length > MAX_ITEMS) revert TooManyItems();
        // One share more than there are items stays behind for this loop itself.
        if (gasleft() < ITEM_GAS * (items.length + 1)) revert NotEnoughGas();
        for (uint256 i; i < items.length; ++i) {
            Settlement calldata item = items[i];
            try this.settleItem{gas: gasleft() / (items.length - i + 1)}(item) {}
            catch (bytes memory reason) {
                emit SettleFailed(_addressOf(item.terms.id, _initCode(item.terms)), reason);
            }
        }
    }

    /// @dev One item of a batch in a call of its own, which bounds its gas and undoes it when it fails.
    function settleItem(Settlement calldata item) external {
        if (msg.sender != address(this)) revert OnlyItself();
        _settle(item.terms, item.outcome, item.proof);
    }

    /// @notice Returns a token (0: native coin) and all native coin of a decided escrow to the depositor, except an amount that is still owed
    /// to the beneficiary.
    /// @dev Reverts with the reason of the escrow.
    function flush(EscrowTerms calldata terms, address token) external locked {
        bytes memory initCode = _initCode(terms);
        address escrow = _addressOf(terms.id, initCode);
        State state = stateOf[escrow];
        if (state == State.Undecided) revert NotDecided();
        // Running an escrow moves all of its native coin.
        if (state == State.ReleaseDue && terms.token == address(0)) revert NotReleased();
        Task task = state == State.ReleaseDue ? Task.ReturnSurplus : Task.Return;
        if (_run(terms, initCode, escrow, task, token)) return;
        bytes memory reason = _reason();
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    function _settle(EscrowTerms calldata terms, Outcome outcome, bytes calldata proof) private {
        if (outcome == Outcome.None) revert InvalidOutcome();
        bytes memory initCode = _initCode(terms);
        address escrow = _addressOf(terms.id, initCode);
        State state = stateOf[escrow];
        if (state == State.Undecided) {
            state = _decide(terms, escrow, outcome, proof);
            stateOf[escrow] = state;
        } else if ((outcome == Outcome.Refund) != (state == State.Refunded)) {
            revert OtherOutcome(state);
        }
        bool due = state == State.ReleaseDue;
        bool done = _run(terms, initCode, escrow, due ? Task.Release : Task.Return, terms.token);
        if (!done) emit PayoutFailed(escrow, terms.token, _reason());
        else if (due) stateOf[escrow] = State.Released;
    }

    /// @dev Checks the proof of an outcome and announces the outcome.
    function _decide(EscrowTerms calldata terms, address escrow, Outcome outcome, bytes calldata proof) private returns (State) {
        if (outcome == Outcome.Release) {
            emit Decided(escrow, outcome, _checkRelease(terms, escrow, proof));
            return State.ReleaseDue;
        }
        emit Decided(escrow, outcome, _checkRefund(terms, escrow, proof));
        return State.Refunded;
    }

    function _checkRelease(EscrowTerms calldata terms, address escrow, bytes calldata proof) private view returns (Exit) {
        _requireReleasable(terms);
        if (block.chainid != terms.chainId) revert WrongChain();
        if (_held(terms.token, escrow) < terms.amount) revert NotFunded();
        if (proof.length == 32) {
            if (releaseHash(terms.id, bytes32(proof)) != terms.releaseHash) revert InvalidReleaseToken();
            return Exit.ReleaseToken;
        }
        _checkSignature(terms.decider, decisionDigest(escrow, Outcome.Release), proof);
        return Exit.Signature;
    }

    /// @dev Does not require releasable terms: a deposit to an escrow without a possible release is refunded too.
    function _checkRefund(EscrowTerms calldata terms, address escrow, bytes calldata proof) private view returns (Exit) {
        if (proof.length != 0) {
            _checkSignature(terms.decider, decisionDigest(escrow, Outcome.Refund), proof);
            return Exit.Signature;
        }
        if (block.chainid != terms.chainId) return Exit.OtherChain;
        if (block.timestamp <= terms.deadline) revert BeforeDeadline();
        return Exit.Deadline;
    }

    function _checkSignature(address decider, bytes32 digest, bytes calldata signature) private pure {
        if (signature.length != 65) revert InvalidSignature();
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > MAX_S) revert InvalidSignature();
        address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), s);
        // An invalid signature recovers zero, and decider zero means that there is none.
        if (signer == address(0) || signer != decider) revert InvalidSignature();
    }

    function _requireReleasable(EscrowTerms calldata terms) private pure {
        if (terms.depositor == address(0) || terms.beneficiary == address(0) || terms.amount == 0) revert InvalidTerms();
        if (terms.feeBps > MAX_FEE_BPS) revert InvalidTerms();
        if (terms.feeBps != 0 && terms.feeReceiver == address(0)) revert InvalidTerms();
    }

    function _held(address token, address account) private view returns (uint256) {
        return token == address(0) ? account.balance : tokenBalance(token, account);
    }

    /// @dev Creates the escrow, which carries out the task. False: nothing moved, and the return data hold the reason.
    function _run(EscrowTerms calldata terms, bytes memory initCode, address escrow, Task task, address token)
        private
        returns (bool done)
    {
        // The account exists until the transaction ends: creating it again would collide and burn the gas, and native coin sent to it would be
        // destroyed with it. The parties are checked because they can be escrows as well.
        _requireNotRun(escrow);
        _requireNotRun(terms.depositor);
        if (task == Task.Release) _requireNotRun(terms.beneficiary);
        _job = RUNNING | (uint256(task) << TASK_SHIFT) | uint160(token);
        bytes32 salt = terms.id;
        assembly ("memory-safe") {
            done := iszero(iszero(create2(0, add(initCode, 32), mload(initCode), salt)))
            if done { tstore(or(escrow, shl(160, 1)), 1) }
        }
        _job = RUNNING;
    }

    function _requireNotRun(address account) private view {
        bool ran;
        assembly ("memory-safe") {
            ran := tload(or(account, shl(160, 1)))
        }
        if (ran) revert AlreadyRun(account);
    }

    function _addressOf(bytes32 id, bytes memory initCode) private view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), id, keccak256(initCode))))));
    }

    /// @dev The ten words after the id follow Escrow's code unchanged.
    function _initCode(EscrowTerms calldata terms) private pure returns (bytes memory initCode) {
        initCode = type(Escrow).creationCode;
        assembly ("memory-safe") {
            let size := mload(initCode)
            let end := add(add(initCode, 32), size)
            calldatacopy(end, add(terms, 32), 320)
            mstore(initCode, add(size, 320))
            mstore(0x40, and(add(end, 351), not(31)))
        }
    }

    /// @dev The return data of the last call, cut because the token chooses their length.
    function _reason() private pure returns (bytes memory reason) {
        uint256 limit = MAX_REASON_BYTES;
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, limit) { size := limit }
            reason := mload(0x40)
            mstore(reason, size)
            returndatacopy(add(reason, 32), 0, size)
            mstore(0x40, add(reason, and(add(size, 63), not(31))))
        }
    }
}
