// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Escrow, Task, TaskSource} from "./Escrow.sol";
import {tokenBalance} from "./TokenCalls.sol";

/// @notice What an escrow address commits to. None of it can change.
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
    /// Who signs decisions. Zero: nobody.
    address decider;
    /// releaseHash(id, release token). Zero: there is no release token.
    bytes32 releaseHash;
    /// Unix time after which the depositor's refund needs no evidence.
    uint256 deadline;
    /// The only chain on which a release exists.
    uint256 chainId;
}

enum Outcome {
    None,
    Release,
    Refund
}

/// @notice What is recorded about an escrow. Nothing leads back.
enum State {
    Undecided,
    /// The amount belongs to the beneficiary but could not be paid yet. It waits for ever.
    ReleaseDue,
    /// The beneficiary was paid. Everything else, whenever it comes, is the depositor's.
    Released,
    /// Everything, whenever it comes, is the depositor's.
    Refunded
}

/// @notice What an outcome rests on.
enum Exit {
    Signature,
    ReleaseToken,
    Deadline,
    OtherChain
}

/// @notice An outcome with its proof: 65 bytes of the decider's signature, the 32 bytes of the release token, or nothing for a refund after
/// the deadline, a refund on another chain and an outcome that is recorded already.
struct Settlement {
    EscrowTerms terms;
    Outcome outcome;
    bytes proof;
}

/// @title EscrowFactory: escrow addresses without keys
/// @notice An escrow address is CREATE2(factory, id, keccak256(Escrow's init code with the other terms)). Its money leaves by the decider's
/// signature, by the release token, or back to the depositor after the deadline; the first of these to arrive is recorded for ever. Anybody
/// may settle; the money can only go where the address says. There is no owner, no setting and no upgrade.
/// @dev Deployed through the deterministic CREATE2 deployer without constructor arguments, the factory and therefore every escrow has one
/// address on all chains. What an escrow stores vanishes with it, so the outcomes are kept here. Before one is recorded, no code ever runs
/// at an escrow's address.
contract EscrowFactory is TaskSource {
    uint256 private constant MAX_FEE_BPS = 1000;
    uint256 private constant MAX_ITEMS = 50;

    /// @dev What a settlement must bring. Less fails as a whole, so that PayoutFailed never merely means that somebody was stingy.
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

    /// @dev Of the two signatures that prove one decision, only the one with the lower s counts.
    uint256 private constant MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @notice What is recorded about an escrow address.
    mapping(address escrow => State) public stateOf;

    /// @dev Zero, or RUNNING with a task and its token. Transient (EIP-1153): it costs no storage and cannot stay locked.
    uint256 private transient _job;

    /// @notice From here on the outcome is final, whether or not it could be paid at once.
    event Decided(address indexed escrow, Outcome outcome, Exit by);
    /// @notice The outcome stands, but what it moves still lies at the escrow. The reason is cut after 256 bytes.
    event PayoutFailed(address indexed escrow, address indexed token, bytes reason);
    /// @notice This item of a batch changed nothing.
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

    /// @notice The escrow address of these terms. Fails for terms that cannot be released.
    function addressOf(EscrowTerms calldata terms) external view returns (address) {
        _requireReleasable(terms);
        return _addressOf(terms.id, _initCode(terms));
    }

    /// @notice What terms.releaseHash is for a release token of 32 random bytes.
    function releaseHash(bytes32 id, bytes32 releaseToken) public pure returns (bytes32) {
        return keccak256(abi.encode(RELEASE_TAG, id, releaseToken));
    }

    /// @notice What the decider signs (EIP-712).
    function decisionDigest(address escrow, Outcome outcome) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, DOMAIN_NAME, DOMAIN_VERSION, block.chainid, address(this)));
        return keccak256(abi.encodePacked(bytes2(0x1901), domain, keccak256(abi.encode(DECISION_TYPE, escrow, outcome))));
    }

    /// @inheritdoc TaskSource
    function currentTask() external view returns (Task task, address token) {
        uint256 job = _job;
        return (Task(job >> TASK_SHIFT), address(uint160(job)));
    }

    /// @notice Records an outcome and pays it. When it is recorded already, the proof is not looked at: a release that is due is tried again,
    /// and later money goes to the depositor.
    /// @dev Does not fail when only the payment fails: see PayoutFailed.
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

    /// @notice Gives the depositor a token (0: native coin) and any native coin at a decided escrow, except an amount that is still owed to
    /// the beneficiary.
    /// @dev Fails with the reason of the escrow.
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

    /// @dev Checks the proof of an outcome and announces it.
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

    /// @dev Asks for nothing that terms could lack: what was sent to an escrow that cannot be released comes back this way.
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
        // Zero is what a signature of nobody recovers, and a decider that does not exist.
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

    /// @dev Creates the escrow, which carries out the task. False: nothing moved, and _reason says why.
    function _run(EscrowTerms calldata terms, bytes memory initCode, address escrow, Task task, address token)
        private
        returns (bool done)
    {
        // The account exists until the transaction ends: creating it again would collide and burn the gas, and coin sent to it would vanish
        // along with it. So this is asked of the escrow, and of those who may be sent coin and be escrows themselves.
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

    /// @dev The ten words after the id follow Escrow's code as they came.
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

    /// @dev Why the last call failed, cut short because its length is the token's choice.
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
